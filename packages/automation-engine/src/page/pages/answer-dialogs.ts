import type { Dialog, Protocol } from 'puppeteer';
import type { AnsweredDialog } from '../../reports/step-activity.ts';
import type { PageListeners } from '../browser/page-listeners.ts';
import type { DialogAnswers } from './dialog-answers.ts';

/** Longer than the reported part of a message, so that a secret in it is complete when redacted. */
const DIALOG_MESSAGE_LENGTH = 4000;

type Closed = Protocol.Page.JavascriptDialogClosedEvent;

interface Answering {
  readonly dialogs: Pick<DialogAnswers, 'answer' | 'untilTurn'>;
  readonly onDialog: (dialog: AnsweredDialog) => void;
  /** Adds a line to the console of the page. */
  readonly note: (line: string) => void;
  /** The run closes a dialog that a person has left open for this long. */
  readonly dialogMs: number;
}

/** The dialogs of a page. Disposing closes the open one as the step specifies. */
export interface PageDialogs extends Disposable {
  /** Whether a dialog is waiting for a person, which blocks the page. */
  readonly areWaiting: () => boolean;
  /** Resolves when the last dialog that was left to a person has been answered. */
  readonly answered: () => Promise<unknown>;
  /** Called when the browser reports that a dialog has closed. */
  readonly onClosed: (closed: Closed) => void;
}

/** Answers the dialogs of a page, because an open dialog blocks it, or leaves them to a person. */
export function answerDialogs(listeners: PageListeners, answering: Answering): PageDialogs {
  // A page has at most one open dialog.
  let waiting: PromiseWithResolvers<Closed | undefined> | undefined;
  let answered: Promise<unknown> = Promise.resolve();
  const leave = async (dialog: Dialog, turn: Promise<unknown>): Promise<void> => {
    const closing = Promise.withResolvers<Closed | undefined>();
    waiting = closing;
    const timer = setTimeout(() => closing.resolve(undefined), answering.dialogMs);
    const closed = await Promise.race([closing.promise, turn.then(() => undefined)]);
    clearTimeout(timer);
    if (waiting === closing) waiting = undefined;
    if (closed) noteAnswer(dialog, closed, answering);
    else await answer(dialog, answering);
  };
  listeners.on('dialog', (dialog) => {
    const turn = answering.dialogs.untilTurn();
    if (turn) answered = leave(dialog, turn);
    else void answer(dialog, answering);
  });
  return {
    areWaiting: () => waiting !== undefined,
    answered: () => answered,
    onClosed: (closed) => waiting?.resolve(closed),
    [Symbol.dispose]: () => waiting?.resolve(undefined),
  };
}

async function answer(dialog: Dialog, { dialogs, onDialog, note }: Answering): Promise<void> {
  const message = dialog.message().slice(0, DIALOG_MESSAGE_LENGTH);
  const { isAccepted, text = dialog.defaultValue() } = dialogs.answer(dialog.type());
  const action = isAccepted ? 'accepted' : 'dismissed';
  note(`${dialog.type()} ${action}: ${message}`);
  const typed = isAccepted && dialog.type() === 'prompt' ? { text } : {};
  onDialog({ type: dialog.type(), message, action, ...typed });
  try {
    await (isAccepted ? dialog.accept(text) : dialog.dismiss());
  } catch (error) {
    // Someone at the live view may have answered it already.
    note(`dialog: ${String(error)}`);
  }
}

/** What a person typed into a prompt is not kept: it may be a secret. */
function noteAnswer(dialog: Dialog, { result }: Closed, { onDialog, note }: Answering): void {
  const message = dialog.message().slice(0, DIALOG_MESSAGE_LENGTH);
  const action = result ? 'accepted' : 'dismissed';
  note(`${dialog.type()} ${action} by a person: ${message}`);
  onDialog({ type: dialog.type(), message, action });
}
