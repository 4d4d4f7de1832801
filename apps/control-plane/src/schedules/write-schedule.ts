import type { ErrandSchemas } from '@errand/api-types';
import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Database } from '../database/connect-database.ts';
import { explainNeverDue } from './due-times.ts';
import type { NextTimes } from './next-times.ts';
import { type ScheduleRow, unsealTask } from './schedule.ts';
import { findLastRuns } from './schedule-runs.ts';

const NEXT_RUNS = 5;

export interface WriteDependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly nextTimes: NextTimes;
}

/** Schedules as the API shows them, without their secrets. */
export async function writeSchedules(
  { database, sealer, nextTimes }: WriteDependencies,
  rows: readonly ScheduleRow[],
): Promise<ErrandSchemas['Schedule'][]> {
  const lastRuns = await findLastRuns(
    database,
    rows.map(({ schedule_id: id }) => id),
  );
  const schedules = [];
  for (const row of rows) {
    const { schedule_id: id, name, cron, timezone, overlap, paused, submission } = row;
    const { catch_up, created_by, created_by_status, created_at } = row;
    schedules.push({
      schedule_id: id,
      name,
      cron,
      timezone,
      overlap,
      catch_up,
      paused,
      task: submission,
      ...describeSecrets(sealer, row),
      created_by,
      created_by_status,
      created_at,
      ...(paused ? { next_runs: [] } : await describeTimes(nextTimes, row)),
      last_run: lastRuns.get(id) ?? null,
    });
  }
  return schedules;
}

/** A schedule that is never due must not hide the others, and says why it does nothing. */
async function describeTimes(
  nextTimes: NextTimes,
  { cron, timezone }: ScheduleRow,
): Promise<Pick<ErrandSchemas['Schedule'], 'next_runs' | 'times_error'>> {
  const next = await nextTimes.list({ cron, timezone }, new Date(), NEXT_RUNS);
  if (next.length > 0) return { next_runs: next.map((time) => time.toISOString()) };
  return {
    next_runs: [],
    times_error: `"${cron}" in ${timezone} ${explainNeverDue({ cron, timezone })}`,
  };
}

/**
 * A schedule whose secrets no key can decrypt must not hide the others, and must be listed so that
 * it can be fixed.
 */
function describeSecrets(
  sealer: Sealer,
  row: ScheduleRow,
): Pick<ErrandSchemas['Schedule'], 'secret_members' | 'is_damaged'> {
  try {
    return { secret_members: listSecrets(sealer, row) };
  } catch (error) {
    if (!(error instanceof SealedValueError)) throw error;
    return { secret_members: [], is_damaged: true };
  }
}

/** Names of sealed values, such as `secure_parameters.password`. Throws SealedValueError. */
function listSecrets(sealer: Sealer, row: ScheduleRow): string[] {
  if (row.secrets === null) return [];
  const {
    secure_parameters: parameters = {},
    rdp_parameter,
    task_callback_api_key,
  } = unsealTask(sealer, row);
  return [
    ...Object.keys(parameters).map((name) => `secure_parameters.${name}`),
    ...(rdp_parameter ? ['rdp_parameter'] : []),
    ...(task_callback_api_key === undefined ? [] : ['task_callback_api_key']),
  ];
}
