import { LimitExceededError } from '../errors.ts';
import type { RunLimits } from '../run-limits.ts';

/** Maximum number of dialogs in a step record. */
export const MOST_DIALOGS = 100;

/** A dialog that the run answered. */
export interface AnsweredDialog {
  readonly type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
  readonly action: 'accepted' | 'dismissed';
  /** What was typed into an accepted prompt. */
  readonly text?: string;
}

/** What pages do on their own during one step, counted against the limits of the run. */
export interface StepActivity {
  /** Resets the counts to 0. */
  readonly beginStep: () => void;
  readonly noteOpenedPage: () => void;
  readonly noteDialog: (dialog: AnsweredDialog) => void;
  /**
   * The first dialogs since the last call, oldest first: those of this step, and any right before
   * it.
   */
  readonly takeDialogs: () => readonly AnsweredDialog[];
  readonly noteLog: (line: string) => void;
  /** What scripts and shells of this step have printed, up to the limit. */
  readonly log: () => readonly string[];
}

const LOG_CHARACTERS_KEPT = 100_000;

/** `onLimit` is called when a step exceeds a limit. */
export function watchStepActivity(
  { maxPagesPerStep, maxDialogsPerStep }: RunLimits,
  onLimit: (error: LimitExceededError) => void,
): StepActivity {
  let pageCount = 0;
  let dialogCount = 0;
  let dialogs: AnsweredDialog[] = [];
  let log: string[] = [];
  let logLength = 0;
  return {
    beginStep() {
      pageCount = 0;
      dialogCount = 0;
      log = [];
      logLength = 0;
    },
    noteOpenedPage() {
      pageCount += 1;
      if (pageCount <= maxPagesPerStep) return;
      const what = `more than ${maxPagesPerStep} pages have opened during one step`;
      onLimit(new LimitExceededError('maxPagesPerStep', what));
    },
    noteDialog(dialog) {
      dialogCount += 1;
      if (dialogs.length < MOST_DIALOGS) dialogs.push(dialog);
      if (dialogCount <= maxDialogsPerStep) return;
      const what = `more than ${maxDialogsPerStep} dialogs have opened during one step`;
      onLimit(new LimitExceededError('maxDialogsPerStep', what));
    },
    takeDialogs() {
      const taken = dialogs;
      dialogs = [];
      return taken;
    },
    noteLog(line) {
      if (logLength < LOG_CHARACTERS_KEPT) log.push(line);
      logLength += line.length + 1;
    },
    log: () => log,
  };
}
