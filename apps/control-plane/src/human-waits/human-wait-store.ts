import { openDeadline } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { z } from 'zod';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { TaskWatch } from '../events/watch-tasks.ts';
import { holdLease } from '../leases/held-lease.ts';
import type { LeaseHolder } from '../leases/lease.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { beginWait } from './begin-wait.ts';
import { HumanWaitNotFoundError } from './human-wait-errors.ts';
import { resumeTask } from './resume-task.ts';
import type { HumanVariables, HumanWaitOutcome, NewHumanWait } from './human-wait.ts';

/**
 * Runs that wait for a person. A trigger ends the wait in the same statement that ends the attempt,
 * whatever the cause.
 */
export interface HumanWaitStore {
  /**
   * Returns the deadline of the wait. Idempotent for the same wait. Throws LeaseLostError,
   * TaskNotFoundError.
   */
  readonly begin: (holder: LeaseHolder, wait: NewHumanWait) => Promise<Date>;
  /**
   * Resolves with the person's input, or with undefined after `waitSeconds` or when the signal
   * fires. Throws HumanWaitNotFoundError, LeaseLostError, TaskNotFoundError.
   */
  readonly awaitAnswer: (
    holder: LeaseHolder,
    wait: {
      readonly waitId: string;
      /** 0: checks once. */
      readonly waitSeconds: number;
      readonly signal: AbortSignal;
    },
  ) => Promise<HumanVariables | undefined>;
  /**
   * Ends the wait if it is still open, and returns its outcome. `ended` also deletes the person's
   * input. Idempotent. Throws HumanWaitNotFoundError, LeaseLostError, TaskNotFoundError.
   */
  readonly end: (
    holder: LeaseHolder,
    waitId: string,
    outcome: 'timed_out' | 'ended',
  ) => Promise<HumanWaitOutcome>;
  /**
   * Resumes the task with these variables. Exactly one caller succeeds, and none after the deadline
   * of the wait. Throws TaskNotFoundError, TaskNotWaitingError.
   */
  readonly resume: (
    caller: { readonly accountId: string; readonly apiKeyId: string },
    taskId: string,
    variables: HumanVariables,
  ) => Promise<void>;
}

interface Dependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly watch: TaskWatch;
}

export function createHumanWaitStore(dependencies: Dependencies): HumanWaitStore {
  const { database, queue, watch } = dependencies;
  return {
    begin: (holder, wait) =>
      database.transaction((transaction) =>
        beginWait({ queue, database }, transaction, { holder, wait }),
      ),

    async awaitAnswer(holder, { waitId, waitSeconds, signal }) {
      // Watch before the first read, so that no answer in between is missed.
      using watched = watch.watch(holder.taskId);
      using deadline = openDeadline(signal, waitSeconds * 1_000);
      for (;;) {
        const variables = await readAnswer(dependencies, holder, waitId);
        if (variables || deadline.signal.aborted || waitSeconds === 0) return variables;
        await watched.next(deadline.signal);
      }
    },

    end: (holder, waitId, outcome) => endWait(database, holder, { waitId, outcome }),

    resume: (caller, taskId, variables) => resumeTask(dependencies, caller, { taskId, variables }),
  };
}

const variablesSchema = z.record(z.string(), z.array(z.string()));

/** Undefined while nobody has answered. */
async function readAnswer(
  { database, sealer }: Dependencies,
  holder: LeaseHolder,
  waitId: string,
): Promise<HumanVariables | undefined> {
  const { taskId, leaseEpoch } = holder;
  const { rows } = await database.transaction(async (transaction) => {
    await holdLease(transaction, holder, database);
    return transaction.query<{ outcome: HumanWaitOutcome | null; variables: string | null }>(
      'SELECT outcome, variables FROM human_waits WHERE task_id = $1 AND id = $2 AND lease_epoch = $3',
      [taskId, waitId, leaseEpoch],
    );
  });
  const [wait] = rows;
  if (!wait) throw new HumanWaitNotFoundError(holder, waitId);
  if (wait.outcome !== 'resumed') return undefined;
  if (wait.variables === null) return {};
  const context = sealedContext.humanVariables(taskId, waitId);
  return variablesSchema.parse(sealer.unseal(wait.variables, context));
}

async function endWait(
  database: Database,
  holder: LeaseHolder,
  { waitId, outcome }: { readonly waitId: string; readonly outcome: 'timed_out' | 'ended' },
): Promise<HumanWaitOutcome> {
  return database.transaction(async (transaction) => {
    await holdLease(transaction, holder, database);
    const { rows } = await transaction.query<{ outcome: HumanWaitOutcome }>(
      `UPDATE human_waits SET ended_at = coalesce(ended_at, clock_timestamp()),
         outcome = coalesce(outcome, $4::human_wait_outcome), variables = CASE WHEN $4 = 'timed_out' THEN variables END
       WHERE task_id = $1 AND id = $2 AND lease_epoch = $3 RETURNING outcome`,
      [holder.taskId, waitId, holder.leaseEpoch, outcome],
    );
    const [wait] = rows;
    if (!wait) throw new HumanWaitNotFoundError(holder, waitId);
    return wait.outcome;
  });
}
