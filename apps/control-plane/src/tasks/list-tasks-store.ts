import type { Database } from '../database/connect-database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { countTasks } from './count-tasks-store.ts';
import { INPUT_PREVIEW, LISTED_COLUMNS } from './task-columns.ts';
import { lookUp } from './task-lookups-store.ts';
import type { TaskPlace } from './task-order.ts';
import { orderOf, planScan, type TaskScan } from './task-scan-store.ts';
import type { PreviewedTask, TaskPage, TaskQuery } from './task.ts';

const { sql, join } = Prisma;

/** Maximum rows that one page checks, in all its ranges together and in a single one. */
const MAX_CHECKED = 30_000;
const MAX_CHECKED_IN_RANGE = 10_000;

interface FoundPlace {
  readonly id: string;
  readonly key: Date | string;
  /** Not an entry of the page: the last task that was checked, while unchecked tasks remain. */
  readonly isEdge: boolean;
}

/**
 * Lists tasks. Merges short scans of an index, so that the cost of a page depends neither on how
 * many tasks exist nor on how many the filters exclude: it checks at most `MAX_CHECKED` rows, and
 * then the next page continues after the last one.
 */
export async function listTasks(
  { pool }: Database,
  accountId: string,
  given: TaskQuery,
): Promise<TaskPage> {
  const query = { ...given, statuses: statusesOf(given) };
  const scan = planScan(accountId, query, await lookUp(pool, accountId, query));
  const [{ rows: places }, total] = await Promise.all([
    pool.query<FoundPlace>(writePage(scan, query)),
    countTasks(pool, scan, query),
  ]);
  const found = places.filter(({ isEdge }) => !isEdge);
  const page = found.slice(0, query.limit);
  const next = found.length > query.limit ? page.at(-1) : places.find(({ isEdge }) => isEdge);
  return { tasks: await readPreviews(pool, page), next: next && toPlace(next), total };
}

/** Only the few tasks held by a worker can wait for a person. */
function statusesOf({ statuses, isWaitingForHuman }: TaskQuery): readonly TaskStatus[] {
  if (!isWaitingForHuman) return statuses;
  return statuses.filter((status) => status === 'allocated' || status === 'running');
}

/**
 * Returns one more task than the page holds, if there is one. A lane that may hold more tasks than
 * were checked ends at its edge; tasks of other lanes beyond the first edge belong to later pages.
 */
export function writePage(scan: TaskScan, query: TaskQuery): Prisma.Sql {
  const order = orderOf(query);
  const take = query.limit + 1;
  const isChecked = scan.besides.length > 0;
  const share = Math.min(MAX_CHECKED_IN_RANGE, Math.ceil(MAX_CHECKED / scan.laneCount));
  const perLane = isChecked ? Math.max(take, share) : take;
  const within = join(
    [...scan.within, ...(query.after ? [order.isAfter(query.after)] : [])],
    ' AND ',
  );
  const besides = isChecked ? join(scan.besides, ' AND ') : sql`true`;
  const byKey = order.by(sql`t.key`);
  const found = sql`
    SELECT t.key, t.id FROM ${scan.lanes} CROSS JOIN LATERAL (
      SELECT t.key, t.id FROM (
        SELECT t.*, ${order.key} AS key FROM tasks t WHERE ${within} ${order.by(order.key)} LIMIT ${perLane}
      ) t WHERE ${besides} ${byKey} LIMIT ${take}
    ) t ${byKey} LIMIT ${take}`;
  if (!isChecked)
    return sql`SELECT ${readKey(query)}, t.id, false AS "isEdge" FROM (${found}) t ${byKey}`;
  return sql`
    WITH found AS (${found}), edge AS (
      SELECT t.key, t.id FROM ${scan.lanes} CROSS JOIN LATERAL (
        SELECT ${order.key} AS key, t.id FROM tasks t WHERE ${within}
        ${order.by(order.key)} OFFSET ${perLane - 1} LIMIT 1
      ) t ${byKey} LIMIT 1
    )
    SELECT ${readKey(query)}, t.id, t.is_edge AS "isEdge" FROM (
      SELECT key, id, false AS is_edge FROM found
      WHERE NOT EXISTS (SELECT FROM edge WHERE (found.key, found.id) ${order.follows} (edge.key, edge.id))
      UNION ALL SELECT key, id, true FROM edge
    ) t ${byKey}`;
}

function readKey({ sort }: TaskQuery): Prisma.Sql {
  return sort === 'duration'
    ? sql`round(extract(epoch FROM t.key) * 1000)::text AS key`
    : sql`t.key`;
}

function toPlace({ key, id }: FoundPlace): TaskPlace {
  return { key: typeof key === 'string' ? key : key.toISOString(), id };
}

async function readPreviews(
  pool: Database['pool'],
  places: readonly FoundPlace[],
): Promise<readonly PreviewedTask[]> {
  const { rows } = await pool.query<PreviewedTask>(
    `SELECT ${LISTED_COLUMNS}, ${INPUT_PREVIEW} FROM tasks t WHERE t.id = ANY($1::uuid[])`,
    [places.map(({ id }) => id)],
  );
  const tasks = new Map(rows.map((task) => [task.task_id, task]));
  // A task may have been deleted since it was found.
  return places.flatMap(({ id }) => tasks.get(id) ?? []);
}
