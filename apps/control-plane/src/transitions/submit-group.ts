import type { Database } from '../database/connect-database.ts';
import { isLockedTooLong } from '../database/is-locked-too-long.ts';
import { isDatabaseAway } from '../http/database-faults.ts';
import {
  type FilelessTask,
  type SubmitManyDependencies,
  type Submitted,
  submitTasks,
} from './submit-tasks.ts';

/** A group gives up waiting for the lock of one of its submissions after this time. */
const LOCK_WAIT_MS = 500;

/**
 * Stores submissions of separate requests in one transaction. Returns undefined if it was rolled
 * back because of one of them.
 */
export async function submitGroup(
  dependencies: SubmitManyDependencies,
  accountId: string,
  tasks: readonly FilelessTask[],
): Promise<readonly Submitted[] | undefined> {
  const { database } = dependencies;
  let mayBeStored = false;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(
      async (open) => {
        mayBeStored = false;
        const result = await work(open);
        mayBeStored = true;
        return result;
      },
      { lockWaitMs: LOCK_WAIT_MS },
    );
  try {
    return await submitTasks(
      { ...dependencies, database: { ...database, transaction } },
      accountId,
      tasks,
    );
  } catch (error) {
    const concernsAll = mayBeStored || (isDatabaseAway(error) && !isLockedTooLong(error));
    if (concernsAll) throw error;
    return undefined;
  }
}
