import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { defineJob } from '../queue/define-job.ts';
import { explainNeverDue, listNextTimes, type Times } from './due-times.ts';
import type { ScheduleDependencies } from './run-schedule.job.ts';
import { SCHEDULE_QUEUE } from './schedule.ts';

const BATCH = 20;
/** When to look again at a schedule that is never due; another release may read its times. */
const NEVER_DUE_MS = 86_400_000;

type DueDependencies = Pick<ScheduleDependencies, 'database' | 'queue' | 'logger'>;

/**
 * Sends a job for every schedule that is due. Idempotent: the next due time is stored with the job.
 */
export const startDueSchedules = defineJob({
  name: 'due-schedules',
  data: z.object({}),
  expireInSeconds: 60,
  // The next minute's job does what this one left undone.
  retryLimit: 0,
  concurrency: 1,
  async run(dependencies: DueDependencies, _data, { signal }) {
    while (!signal.aborted && (await startBatch(dependencies)));
  },
});

interface DueRow extends Times {
  readonly id: string;
  /** The database's time, which is also the time at which the job is sent. */
  readonly now: Date;
}

/** Leaves locked schedules to the next minute's job. Returns whether more may be due. */
async function startBatch({ database, queue, logger }: DueDependencies): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<DueRow>(
      `SELECT id, cron, timezone, now() FROM schedules
       WHERE NOT is_paused AND (next_due_at IS NULL OR next_due_at <= now())
       ORDER BY next_due_at NULLS FIRST, id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
      [BATCH],
    );
    const next = [];
    const jobs = [];
    for (const row of rows) {
      // Serves requests between the searches.
      await setImmediate();
      const [dueAt] = listNextTimes(row, row.now, 1);
      if (dueAt) jobs.push({ data: { scheduleId: row.id } });
      else {
        const reason = explainNeverDue(row);
        logger.warn('schedule is never due', { scheduleId: row.id, reason });
      }
      next.push(dueAt ?? new Date(row.now.getTime() + NEVER_DUE_MS));
    }
    await transaction.query(
      `UPDATE schedules s SET next_due_at = next.due_at
       FROM unnest($1::uuid[], $2::timestamptz[]) next(id, due_at) WHERE s.id = next.id`,
      [rows.map(({ id }) => id), next],
    );
    if (jobs.length > 0) await queue.sendAll(transaction, SCHEDULE_QUEUE, jobs);
    return rows.length === BATCH;
  });
}
