import { LimitExceededError } from '../errors.ts';
import type { RunLimits } from '../run-limits.ts';

/** A dialog that the run accepted. */
export interface AcceptedDialog {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  readonly type: string;
  readonly message: string;
}

/** What pages do of their own accord during one step, counted against the limits of the run. */
export interface StepActivity {
  /** Counts from 0 again. */
  readonly beginStep: () => void;
  readonly noteOpenedPage: () => void;
  readonly noteDialog: (dialog: AcceptedDialog) => void;
  /** The first dialogs of this step, oldest first. */
  readonly dialogs: () => readonly AcceptedDialog[];
  readonly noteLog: (line: string) => void;
  /** What scripts and shells of this step have printed, as far as it was kept. */
  readonly log: () => readonly string[];
}

const dialogsKept = 10;
const logCharactersKept = 100_000;

/** `onLimit` is told when a step exceeds a limit. */
export function watchStepActivity(
  { maxPagesPerStep, maxDialogsPerStep }: RunLimits,
  onLimit: (error: LimitExceededError) => void,
): StepActivity {
  let pageCount = 0;
  let dialogCount = 0;
  let dialogs: AcceptedDialog[] = [];
  let log: string[] = [];
  let logLength = 0;
  return {
    beginStep() {
      pageCount = 0;
      dialogCount = 0;
      dialogs = [];
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
      if (dialogs.length < dialogsKept) dialogs.push(dialog);
      if (dialogCount <= maxDialogsPerStep) return;
      const what = `more than ${maxDialogsPerStep} dialogs have opened during one step`;
      onLimit(new LimitExceededError('maxDialogsPerStep', what));
    },
    dialogs: () => dialogs,
    noteLog(line) {
      if (logLength < logCharactersKept) log.push(line);
      logLength += line.length + 1;
    },
    log: () => log,
  };
}
