import type { ErrandSchemas } from '@errand/api-types';
import type { Pool } from 'pg';
import type { Database } from '../database/connect-database.ts';
import type { Transaction } from '../database/transaction.ts';
import { writeTime } from '../task-rows/write-time.ts';

/** How long runs are listed, in days. Documented in the OpenAPI file. */
export const KEEP_DAYS = 30;
const FORGET_BATCH = 1_000;

type Run = ErrandSchemas['ScheduleRun'];

/** A run that is about to be stored. */
export interface NewRun {
  readonly scheduleId: string;
  readonly dueAt: Date;
  readonly isCatchUp: boolean;
}

const COLUMNS = `${writeTime('due_at')} AS due_at, outcome, is_catch_up AS catch_up, task_id, error,
  ${writeTime('created_at')} AS created_at`;

/** Runs of a schedule, latest first. */
export async function listRuns(
  { pool }: Database,
  scheduleId: string,
  page: { readonly limit: number; readonly before?: Date | undefined },
): Promise<{ readonly runs: readonly Run[]; readonly hasMore: boolean }> {
  const { limit, before } = page;
  const { rows } = await pool.query<Run>(
    `SELECT ${COLUMNS} FROM schedule_runs
     WHERE schedule_id = $1 AND ($2::timestamptz IS NULL OR due_at < $2) ORDER BY schedule_runs.due_at DESC LIMIT $3`,
    [scheduleId, before ?? null, limit + 1],
  );
  return { runs: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The latest run of each schedule, by its id. */
export async function findLastRuns(
  { pool }: Database,
  scheduleIds: readonly string[],
): Promise<ReadonlyMap<string, Run>> {
  const { rows } = await pool.query<{ id: string; run: Run }>(
    `SELECT wanted.id, to_jsonb(last) AS run FROM unnest($1::uuid[]) wanted(id) CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM schedule_runs WHERE schedule_id = wanted.id ORDER BY schedule_runs.due_at DESC LIMIT 1
     ) last`,
    [scheduleIds],
  );
  return new Map(rows.map(({ id, run }) => [id, run]));
}

/** Why no task is stored for a due time. */
export class NoRunError extends Error {
  readonly reason: 'inactive' | 'already-run' | 'overlap';

  constructor(reason: NoRunError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Stores the run with the task that the transaction is about to store. The schedule's row stays
 * locked, so that two runs cannot overlap and no due time runs twice. Throws NoRunError.
 */
export async function claimRun(
  transaction: Transaction,
  run: NewRun,
  taskId: string,
): Promise<void> {
  const { scheduleId, dueAt } = run;
  const { rows } = await transaction.query<{ overlap: string }>(
    'SELECT overlap FROM schedules WHERE id = $1 AND NOT is_paused FOR NO KEY UPDATE',
    [scheduleId],
  );
  const [schedule] = rows;
  if (!schedule) throw new NoRunError('inactive');
  // A separate statement, because the one above may have waited for another run.
  const { rows: found } = await transaction.query<{ has_run: boolean; is_open: boolean }>(
    `SELECT EXISTS (SELECT FROM schedule_runs WHERE schedule_id = $1 AND due_at = $2) AS has_run,
       EXISTS (SELECT FROM tasks WHERE schedule_id = $1 AND status IN ('queued', 'allocated', 'running')) AS is_open`,
    [scheduleId, dueAt],
  );
  if (found[0]?.has_run) throw new NoRunError('already-run');
  if (schedule.overlap === 'skip' && found[0]?.is_open) throw new NoRunError('overlap');
  await store(transaction, run, { outcome: 'submitted', taskId, error: null });
}

/** Stores a run without a task, unless the due time already has a run. Returns whether it did. */
export async function recordRun(
  { pool }: Database,
  run: NewRun,
  { outcome, error }: Pick<Run, 'outcome' | 'error'>,
): Promise<boolean> {
  return store(pool, run, { outcome, taskId: null, error });
}

/** Also adds an event to those of the account. */
async function store(
  connection: Pick<Transaction, 'query'>,
  { scheduleId, dueAt, isCatchUp }: NewRun,
  result: Pick<Run, 'outcome' | 'error'> & { readonly taskId: string | null },
): Promise<boolean> {
  const { outcome, taskId, error } = result;
  const { rowCount } = await connection.query(
    `WITH run AS (
       INSERT INTO schedule_runs (schedule_id, due_at, outcome, is_catch_up, task_id, error)
       SELECT id, $2, $3, $4, $5, $6 FROM schedules WHERE id = $1 ON CONFLICT DO NOTHING RETURNING *)
     SELECT note_event(s.account_id, 'schedule_run', jsonb_build_object('schedule_id', s.id, 'name', s.name,
       'due_at', run.due_at, 'outcome', run.outcome, 'catch_up', run.is_catch_up, 'task_id', run.task_id,
       'error_code', run.error->>'code'))
     FROM run JOIN schedules s ON s.id = run.schedule_id`,
    [scheduleId, dueAt, outcome, isCatchUp, taskId, error && JSON.stringify(error)],
  );
  return rowCount === 1;
}

/** Deletes a batch of old runs, but never the latest one. Returns whether more may remain. */
export async function forgetOldRuns(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM schedule_runs WHERE (schedule_id, due_at) IN (
       SELECT schedule_id, due_at FROM schedule_runs r WHERE created_at <= now() - make_interval(days => $1)
         AND EXISTS (SELECT FROM schedule_runs later WHERE later.schedule_id = r.schedule_id AND later.due_at > r.due_at)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [KEEP_DAYS, FORGET_BATCH],
  );
  return rowCount === FORGET_BATCH;
}
