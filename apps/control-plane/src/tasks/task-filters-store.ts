import { Prisma } from '../database/generated/client.ts';
import { PREVIEW_BYTES } from './task-columns.ts';
import type { TaskQuery } from './task.ts';

const { sql } = Prisma;

export type FilterName =
  | 'status'
  | 'endpoint'
  | 'recordings'
  | 'errorClass'
  | 'loginQueue'
  | 'schedule'
  | 'human'
  | 'retry'
  | 'created'
  | 'completed'
  | 'text';

/** What is looked up for a query before its tasks are read. */
export interface Lookups {
  /** Recordings that the filters allow: their ids, unless there are too many to list. */
  readonly recordings: readonly string[] | { readonly workspaceId: string } | undefined;
  /** Tasks whose ids start with the text. Undefined: none, or too many. */
  readonly taskIds: readonly string[] | undefined;
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** The conditions of a query on a task `t` of the account, by filter. */
export function writeFilters(
  accountId: string,
  query: TaskQuery,
  { recordings }: Lookups,
): ReadonlyMap<FilterName, Prisma.Sql> {
  const { endpointName, errorClass, loginQueue, scheduleId, isWaitingForHuman, text } = query;
  const filters = new Map<FilterName, Prisma.Sql>();
  const add = (name: FilterName, isGiven: unknown, condition: Prisma.Sql): void => {
    if (isGiven !== undefined) filters.set(name, condition);
  };
  filters.set('status', sql`t.status = ANY(${query.statuses}::task_status[])`);
  add('endpoint', endpointName, sql`t.endpoint_name = ${endpointName}`);
  add('errorClass', errorClass, sql`t.error_class = ${errorClass}`);
  add(
    'loginQueue',
    loginQueue,
    sql`t.login_queue_id = (SELECT id FROM login_queues WHERE account_id = ${accountId} AND key = ${loginQueue})`,
  );
  add(
    'schedule',
    scheduleId,
    sql`(t.account_id = ${accountId}::uuid AND t.schedule_id = ${scheduleId}::uuid)`,
  );
  add('recordings', recordings, isOfRecordings(accountId, recordings));
  add(
    'human',
    isWaitingForHuman,
    sql`EXISTS (SELECT FROM human_waits w WHERE w.task_id = t.id AND w.ended_at IS NULL) = ${isWaitingForHuman}`,
  );
  add('retry', query.isRetry, sql`(t.retry_of IS NOT NULL) = ${query.isRetry}`);
  add('text', text, contains(text ?? ''));
  const { createdAfter, createdBefore, completedAfter, completedBefore } = query;
  const created = range(sql`t.created_at`, createdAfter, createdBefore);
  if (created) filters.set('created', created);
  const completed = range(sql`t.completed_at`, completedAfter, completedBefore);
  if (completed) filters.set('completed', completed);
  return filters;
}

function isOfRecordings(accountId: string, recordings: Lookups['recordings']): Prisma.Sql {
  if (recordings === undefined) return Prisma.empty;
  if (!('workspaceId' in recordings)) return sql`t.recording_id = ANY(${recordings}::uuid[])`;
  return sql`t.recording_id IN (SELECT id FROM recordings
    WHERE account_id = ${accountId} AND workspace_id = ${recordings.workspaceId}::uuid)`;
}

function range(
  time: Prisma.Sql,
  after: Date | undefined,
  before: Date | undefined,
): Prisma.Sql | undefined {
  const ends = [after && sql`${time} >= ${after}`, before && sql`${time} < ${before}`];
  const given = ends.filter((end) => end !== undefined);
  return given.length === 0 ? undefined : Prisma.join(given, ' AND ');
}

/** Inputs stored out of line are not read. */
function contains(text: string): Prisma.Sql {
  const ids = idsThatStartWith(text);
  const isId = ids ? sql`t.id BETWEEN ${ids.first}::uuid AND ${ids.last}::uuid OR` : Prisma.empty;
  return sql`(${isId} position(lower(${text}) IN lower(t.endpoint_name)) > 0 OR EXISTS (
    SELECT FROM jsonb_path_query(
      CASE WHEN pg_column_size(t.input_parameters) <= ${PREVIEW_BYTES} THEN t.input_parameters ELSE '{}' END,
      '$.*[*]'
    ) AS input (value) WHERE position(lower(${text}) IN lower(input.value #>> '{}')) > 0))`;
}

/** Undefined if no id of a task starts with the text. */
export function idsThatStartWith(
  text: string,
): { readonly first: string; readonly last: string } | undefined {
  if (!LOWEST_ID.startsWith(text.replaceAll(/[0-9a-f]/gi, '0'))) return undefined;
  const rest = LOWEST_ID.slice(text.length);
  return { first: text + rest, last: text + rest.replaceAll('0', 'f') };
}
