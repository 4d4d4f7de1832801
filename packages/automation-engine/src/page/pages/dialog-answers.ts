import { bindText, type Bindings, parseTemplate } from '@errand/expressions';
import { type DialogSetting, LONGEST_DIALOG_TEXT } from '../../fields/dialog-field.ts';
import { DialogTextError } from './dialog-errors.ts';

/** How to answer one dialog; `text` only for a prompt that is given text. */
export interface DialogAnswer {
  readonly isAccepted: boolean;
  readonly text?: string | undefined;
}

/** Decides who handles the dialogs of a run now, and how the run handles them. */
export interface DialogAnswers {
  /** Leaves dialogs to a person until disposed. The run then handles those still open. */
  readonly leaveToPerson: () => Disposable;
  /** Undefined if the run handles a dialog immediately; otherwise resolves when it may do so. */
  readonly untilTurn: () => Promise<unknown> | undefined;
  /** A prompt whose text has no value is dismissed, which fails the step. */
  readonly answer: (type: string) => DialogAnswer;
  /** Applies the setting until `act` has ended. Throws the reason if a prompt had no text. */
  readonly during: <Result>(
    setting: DialogSetting | undefined,
    bindings: Bindings,
    act: () => Promise<Result>,
  ) => Promise<Result>;
}

/** `setting` is the default of the automation; without it everything is accepted. */
export function createDialogAnswers(
  setting: DialogSetting = { accept: true },
  bindings: Bindings,
): DialogAnswers {
  const between = { setting, bindings };
  let current = between;
  let failure: { readonly error: unknown } | undefined;
  const left = new Set<Promise<void>>();
  return {
    leaveToPerson() {
      const { promise, resolve } = Promise.withResolvers<void>();
      left.add(promise);
      return {
        [Symbol.dispose]() {
          left.delete(promise);
          resolve();
        },
      };
    },
    untilTurn: () => (left.size > 0 ? Promise.all(left) : undefined),
    answer(type) {
      const { accept: isAccepted, text } = current.setting;
      if (type !== 'prompt' || !isAccepted || text === undefined) return { isAccepted };
      try {
        return { isAccepted, text: bindDialogText(text, current.bindings) };
      } catch (error) {
        failure ??= { error };
        return { isAccepted: false };
      }
    },
    async during(own, ownBindings, act) {
      current = { setting: own ?? setting, bindings: ownBindings };
      try {
        const result = await act();
        if (failure) throw failure.error;
        return result;
      } finally {
        failure = undefined;
        current = between;
      }
    },
  };
}

function bindDialogText(template: string, bindings: Bindings): string {
  const text = bindText(parseTemplate(template), bindings);
  if (text.length > LONGEST_DIALOG_TEXT)
    throw new DialogTextError(text.length, LONGEST_DIALOG_TEXT);
  return text;
}
