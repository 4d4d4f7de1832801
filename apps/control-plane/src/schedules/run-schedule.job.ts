import type { Logger } from '@errand/app-runtime';
import { SealedValueError, type Sealer } from '@errand/secrets';
import { z } from 'zod';
import type { Database } from '../database/connect-database.ts';
import { DomainError } from '../http/domain-error.ts';
import { StoredSecretDamagedError } from '../http/error-handler.ts';
import { defineJob } from '../queue/define-job.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { prepareSubmission, type PrepareDependencies } from '../tasks/prepare-submission.ts';
import type { TaskStore } from '../tasks/task-store.ts';
import { writeRefusal } from '../tasks/write-refusal.ts';
import type { Observer } from '../telemetry/observer.ts';
import { findDueTime } from './due-times.ts';
import { SCHEDULE_COLUMNS, SCHEDULE_QUEUE, type ScheduleRow, unsealTask } from './schedule.ts';
import { claimRun, KEEP_DAYS, type NewRun, NoRunError, recordRun } from './schedule-runs.ts';

export interface ScheduleDependencies extends PrepareDependencies {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly tasks: Pick<TaskStore, 'submit'>;
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
}

/** A job is sent within a minute and a half of its due time, unless it catches up. */
const LATE_MS = 120_000;
/** Maximum age of a due time recorded as missed: runs of older ones may have been deleted. */
const NOTED_MS = (KEEP_DAYS - 1) * 86_400_000;

/**
 * Does what a schedule must do at its last due time. Idempotent: a due time has one run, which is
 * stored together with its task. A due time may have several jobs.
 */
export const runSchedule = defineJob({
  name: SCHEDULE_QUEUE,
  data: z.strictObject({ scheduleId: z.uuid() }),
  expireInSeconds: 60,
  // Covers a crashed process or an unreachable database.
  retryLimit: 1_000,
  concurrency: 4,
  async run(dependencies: ScheduleDependencies, { scheduleId }, { sentAt }) {
    const { logger, observer } = dependencies;
    const schedule = await findActive(dependencies, scheduleId);
    const run = schedule && findRun(schedule, sentAt);
    if (!run) return;
    const outcome = isMissed(schedule, run)
      ? await noteMissed(dependencies, run)
      : await submit(dependencies, schedule, run);
    if (outcome === undefined) return;
    observer?.scheduleRun(outcome);
    const { dueAt, isCatchUp } = run;
    logger.info('schedule run', { scheduleId, dueAt, isCatchUp, outcome });
    const earlier = findEarlier(schedule, dueAt);
    if (earlier) await noteMissed(dependencies, { ...run, dueAt: earlier, isCatchUp: false });
  },
});

interface ActiveSchedule extends ScheduleRow {
  /** The database's time, like the time at which the job was sent. */
  readonly now: Date;
}

/** Undefined if the schedule is deleted or paused, or its account is being deleted. */
async function findActive(
  { database }: ScheduleDependencies,
  scheduleId: string,
): Promise<ActiveSchedule | undefined> {
  const { rows } = await database.pool.query<ActiveSchedule & { readonly is_leaving: boolean }>(
    `SELECT ${SCHEDULE_COLUMNS}, clock_timestamp() AS now,
       EXISTS (SELECT FROM account_deletions d WHERE d.account_id = s.account_id) AS is_leaving
     FROM schedules s WHERE id = $1`,
    [scheduleId],
  );
  const [row] = rows;
  return row && !row.paused && !row.is_leaving ? row : undefined;
}

function findRun(schedule: ActiveSchedule, sentAt: Date): NewRun | undefined {
  const { schedule_id: scheduleId, active_since: activeSince, now } = schedule;
  const dueAt = findDueTime(schedule, sentAt);
  // The schedule was created, resumed or given these times after the due time.
  if (!dueAt || dueAt < activeSince) return undefined;
  // Decided by the clock, because a job that was sent in time may have waited for a process.
  return { scheduleId, dueAt, isCatchUp: now.getTime() - dueAt.getTime() > LATE_MS };
}

function isMissed({ catch_up: catchUp }: ScheduleRow, { isCatchUp }: NewRun): boolean {
  return isCatchUp && catchUp === 'none';
}

/** The due time before this one, if it may have been missed. */
function findEarlier(schedule: ActiveSchedule, dueAt: Date): Date | undefined {
  const now = schedule.now.getTime();
  const before = Math.min(dueAt.getTime() - 1, now - LATE_MS);
  const earlier = findDueTime(schedule, new Date(before));
  const since = Math.max(schedule.active_since.getTime(), now - NOTED_MS);
  return earlier && earlier.getTime() >= since ? earlier : undefined;
}

/** Undefined if the due time already had its run. */
async function noteMissed(
  { database }: ScheduleDependencies,
  run: NewRun,
): Promise<'missed' | undefined> {
  const missed = { outcome: 'missed', error: null } as const;
  const isNew = await recordRun(database, { ...run, isCatchUp: false }, missed);
  return isNew ? 'missed' : undefined;
}

/** Returns the outcome; undefined if the due time already had its run. */
async function submit(
  dependencies: ScheduleDependencies,
  schedule: ScheduleRow,
  run: NewRun,
): Promise<'submitted' | 'skipped' | 'refused' | undefined> {
  const { database, sealer, tasks } = dependencies;
  const { account_id: accountId, schedule_id } = schedule;
  try {
    const body = unsealTask(sealer, schedule);
    const submitter = { accountId, isLocal: false };
    const task = await prepareSubmission(body, dependencies, submitter);
    const claim = async (...[transaction, taskId]: Parameters<NonNullable<typeof task.claim>>) => {
      await claimRun(transaction, run, taskId);
      return undefined;
    };
    await tasks.submit(accountId, { ...task, schedule_id, claim });
    return 'submitted';
  } catch (error) {
    if (error instanceof NoRunError) {
      if (error.reason !== 'overlap') return undefined;
      const isNew = await recordRun(database, run, { outcome: 'skipped', error: null });
      return isNew ? 'skipped' : undefined;
    }
    const reason = findRefusal(error);
    if (!reason) throw error;
    const refusal = { outcome: 'refused', error: writeRefusal(reason) } as const;
    return (await recordRun(database, run, refusal)) ? 'refused' : undefined;
  }
}

/** Why the submission is refused permanently; undefined for an error that may be temporary. */
function findRefusal(error: unknown): DomainError | undefined {
  if (error instanceof SealedValueError) return new StoredSecretDamagedError({ cause: error });
  const isFinal = error instanceof DomainError && (error.status < 500 || error.status === 507);
  return isFinal ? error : undefined;
}
