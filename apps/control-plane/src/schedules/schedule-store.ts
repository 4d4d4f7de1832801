import type { ErrandSchemas } from '@errand/api-types';
import type { Sealer } from '@errand/secrets';
import { randomUUIDv7 } from 'node:crypto';
import { findBrokenConstraint } from '../database/broken-constraint.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import { lockAccount } from '../database/lock-account.ts';
import {
  SCHEDULE_COLUMNS,
  type ScheduledTask,
  type ScheduleRow,
  type ScheduleSettings,
  sealTask,
} from './schedule.ts';
import {
  ScheduleLimitError,
  ScheduleNameTakenError,
  ScheduleNotFoundError,
} from './schedule-errors.ts';
import { createNextTimes } from './next-times.ts';
import { listChanges, noteScheduleEvent } from './note-schedule-event.ts';
import { listRuns } from './schedule-runs.ts';
import { writeSchedules } from './write-schedule.ts';

type Schedule = ErrandSchemas['Schedule'];

/** Limit per account. Concurrent creations may exceed it. */
const MAX_SCHEDULES = 200;

export interface NewSchedule extends ScheduleSettings {
  readonly name: string;
  readonly task: ScheduledTask;
}

/** Schedules of an account. A schedule of another account counts as not found. */
export interface ScheduleStore {
  /** Throws ScheduleNameTakenError, ScheduleLimitError. */
  readonly create: (
    owner: { readonly accountId: string; readonly apiKeyId: string },
    schedule: NewSchedule,
  ) => Promise<Schedule>;
  /** Throws ScheduleNotFoundError. */
  readonly get: (accountId: string, scheduleId: string) => Promise<Schedule>;
  /** Sorted by name; `after` is the name of the last schedule on the previous page. */
  readonly list: (
    accountId: string,
    page: { readonly limit: number; readonly after: string | undefined },
  ) => Promise<{ readonly schedules: readonly Schedule[]; readonly hasMore: boolean }>;
  /** Changes the given members. Throws ScheduleNotFoundError, ScheduleNameTakenError. */
  readonly update: (
    accountId: string,
    scheduleId: string,
    change: Partial<NewSchedule>,
  ) => Promise<Schedule>;
  /** Latest first. Throws ScheduleNotFoundError. */
  readonly listRuns: (
    accountId: string,
    scheduleId: string,
    page: Parameters<typeof listRuns>[2],
  ) => ReturnType<typeof listRuns>;
  /** Keeps its tasks. Throws ScheduleNotFoundError. */
  readonly delete: (accountId: string, scheduleId: string) => Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly sealer: Sealer;
}

export function createScheduleStore(parts: Parts): ScheduleStore {
  const { database } = parts;
  const writing = { ...parts, nextTimes: createNextTimes() };
  const write = async (row: ScheduleRow): Promise<Schedule> => {
    const [schedule] = await writeSchedules(writing, [row]);
    if (!schedule) throw new TypeError('A schedule row was not converted to a schedule.');
    return schedule;
  };
  return {
    create: async (owner, schedule) => write(await create(parts, owner, schedule)),
    get: async (accountId, scheduleId) =>
      write(await find(database.pool, { accountId, scheduleId })),
    async list(accountId, { limit, after }) {
      const { rows } = await database.pool.query<ScheduleRow>(
        `SELECT ${SCHEDULE_COLUMNS} FROM schedules s
         WHERE account_id = $1 AND ($3::text IS NULL OR name > $3) ORDER BY name LIMIT $2`,
        [accountId, limit + 1, after],
      );
      const schedules = await writeSchedules(writing, rows.slice(0, limit));
      return { schedules, hasMore: rows.length > limit };
    },
    update: async (accountId, scheduleId, change) =>
      write(await update(parts, { accountId, scheduleId }, change)),
    async listRuns(accountId, scheduleId, page) {
      const { schedule_id: id } = await find(database.pool, { accountId, scheduleId });
      return listRuns(database, id, page);
    },
    delete: (accountId, scheduleId) =>
      database.transaction(async (transaction) => {
        const row = await find(transaction, { accountId, scheduleId }, 'FOR UPDATE');
        await transaction.query('DELETE FROM schedules WHERE id = $1', [row.schedule_id]);
        await noteScheduleEvent(transaction, row, 'deleted');
      }),
  };
}

async function create(
  { database, sealer }: Parts,
  { accountId, apiKeyId }: { readonly accountId: string; readonly apiKeyId: string },
  schedule: NewSchedule,
): Promise<ScheduleRow> {
  const { name, cron, timezone, overlap, catch_up: catchUp, paused, task } = schedule;
  const id = randomUUIDv7();
  const { submission, secrets } = sealTask(sealer, id, task);
  return explainTaken(name, () =>
    database.transaction(async (transaction) => {
      await lockAccount(transaction, accountId);
      const { rows } = await transaction.query<ScheduleRow>(
        `INSERT INTO schedules AS s (id, account_id, name, cron, timezone, overlap, catch_up, is_paused,
           submission, secrets, created_by, created_by_key)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT name FROM api_keys WHERE id = $11), $11::uuid
         WHERE (SELECT count(*) FROM schedules WHERE account_id = $2) < $12
         RETURNING ${SCHEDULE_COLUMNS}`,
        [
          id,
          accountId,
          name,
          cron,
          timezone,
          overlap,
          catchUp,
          paused,
          JSON.stringify(submission),
          secrets,
          apiKeyId,
          MAX_SCHEDULES,
        ],
      );
      const [row] = rows;
      if (!row) throw new ScheduleLimitError(MAX_SCHEDULES);
      await noteScheduleEvent(transaction, row, 'created');
      return row;
    }),
  );
}

async function update(
  { database, sealer }: Parts,
  { accountId, scheduleId }: { readonly accountId: string; readonly scheduleId: string },
  change: Partial<NewSchedule>,
): Promise<ScheduleRow> {
  return explainTaken(change.name ?? '', () =>
    database.transaction(async (transaction) => {
      const before = await find(transaction, { accountId, scheduleId }, 'FOR NO KEY UPDATE');
      const { schedule_id: id } = before;
      const { name, cron, timezone, overlap, catch_up: catchUp, paused } = { ...before, ...change };
      const stored = change.task ? sealTask(sealer, id, change.task) : before;
      const { rows } = await transaction.query<ScheduleRow>(
        `UPDATE schedules s SET name = $2, cron = $3, timezone = $4, overlap = $5, catch_up = $6, is_paused = $7,
           submission = $8, secrets = $9,
           active_since = CASE WHEN (s.cron, s.timezone, s.is_paused) = ($3, $4, $7) THEN s.active_since
             ELSE clock_timestamp() END
         WHERE id = $1 RETURNING ${SCHEDULE_COLUMNS}`,
        [
          id,
          name,
          cron,
          timezone,
          overlap,
          catchUp,
          paused,
          JSON.stringify(stored.submission),
          stored.secrets,
        ],
      );
      const [row] = rows;
      if (!row) throw new ScheduleNotFoundError(scheduleId);
      const hasTask = change.task !== undefined;
      for (const each of listChanges(before, row, { hasTask })) {
        await noteScheduleEvent(transaction, row, each);
      }
      return row;
    }),
  );
}

async function find(
  connection: Pick<Transaction, 'query'>,
  { accountId, scheduleId }: { readonly accountId: string; readonly scheduleId: string },
  lock = '',
): Promise<ScheduleRow> {
  const { rows } = await connection.query<ScheduleRow>(
    `SELECT ${SCHEDULE_COLUMNS} FROM schedules s WHERE account_id = $1 AND id = $2 ${lock}`,
    [accountId, isUuid(scheduleId) ? scheduleId : null],
  );
  const [row] = rows;
  if (!row) throw new ScheduleNotFoundError(scheduleId);
  return row;
}

async function explainTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (findBrokenConstraint(error) !== 'schedules_account_id_name_key') throw error;
    throw new ScheduleNameTakenError(name, { cause: error });
  }
}
