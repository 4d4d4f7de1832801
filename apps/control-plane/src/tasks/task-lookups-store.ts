import type { Database } from '../database/connect-database.ts';
import { Prisma } from '../database/generated/client.ts';
import { idsThatStartWith, type Lookups } from './task-filters-store.ts';
import type { TaskQuery } from './task.ts';

const { sql } = Prisma;

/** For a workspace with more recordings, each task is checked instead. */
const MAX_RECORDINGS = 100;
/** Shorter prefixes of an id match the tasks of more than a minute. */
const MIN_ID_LENGTH = 8;
const MAX_IDS = 1_000;

/** Looks up what the filters of a query refer to. */
export async function lookUp(
  pool: Database['pool'],
  accountId: string,
  { recordingId, workspaceId, text = '' }: Pick<TaskQuery, 'recordingId' | 'workspaceId' | 'text'>,
): Promise<Lookups> {
  const readIds = async (statement: Prisma.Sql): Promise<readonly string[]> =>
    (await pool.query<{ id: string }>(statement)).rows.map(({ id }) => id);
  const prefix = text.length < MIN_ID_LENGTH ? undefined : idsThatStartWith(text);
  const ids = prefix
    ? await readIds(sql`SELECT id FROM tasks WHERE account_id = ${accountId}::uuid
        AND id BETWEEN ${prefix.first}::uuid AND ${prefix.last}::uuid LIMIT ${MAX_IDS + 1}`)
    : [];
  const taskIds = ids.length > 0 && ids.length <= MAX_IDS ? ids : undefined;
  if (recordingId === undefined && workspaceId === undefined) {
    return { recordings: undefined, taskIds };
  }
  const recordings =
    await readIds(sql`SELECT id FROM recordings WHERE account_id = ${accountId}::uuid
    AND (${recordingId}::uuid IS NULL OR id = ${recordingId}::uuid)
    AND (${workspaceId}::uuid IS NULL OR workspace_id = ${workspaceId}::uuid)
    LIMIT ${MAX_RECORDINGS + 1}`);
  const areMany = recordings.length > MAX_RECORDINGS && workspaceId !== undefined;
  return { recordings: areMany ? { workspaceId } : recordings, taskIds };
}
