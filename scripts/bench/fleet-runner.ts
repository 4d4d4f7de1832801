import { abortable, openDeadline } from '@errand/foundation';

/** Far more than a task takes, even on a busy machine. */
const TASK_DEADLINE_MS = 120_000;

/** One way to run the form task. */
export interface FleetRunner extends AsyncDisposable {
  readonly name: string;
  /** Runs one task from its submission to its result. */
  readonly run: () => Promise<void>;
  /** Resolves when all work for ended tasks is done. */
  readonly settle: () => Promise<void>;
}

/** Runs tasks, several at a time. Throws if one does not end. */
export async function runTasks(runner: FleetRunner, count: number, atOnce: number): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      using deadline = openDeadline(undefined, TASK_DEADLINE_MS);
      await abortable(runner.run(), deadline.signal);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
