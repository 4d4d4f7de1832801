import { randomUUIDv7 } from 'node:crypto';
import { findBrokenConstraint } from '../database/broken-constraint.ts';
import type { Database } from '../database/connect-database.ts';
import { isUuid } from '../database/is-uuid.ts';
import type { Transaction } from '../database/transaction.ts';
import {
  DefaultWorkspaceError,
  WorkspaceNameTakenError,
  WorkspaceNotEmptyError,
  WorkspaceNotFoundError,
} from './workspace-errors.ts';

export interface Workspace {
  readonly workspaceId: string;
  readonly name: string;
  readonly isDefault: boolean;
  /** Excludes deleted recordings. */
  readonly recordingCount: number;
  readonly createdAt: Date;
}

export interface WorkspacePage {
  /** The default workspace first, the others by name. */
  readonly workspaces: readonly Workspace[];
  readonly hasMore: boolean;
}

/** Workspaces as their account sees them. A workspace of another account counts as not found. */
export interface WorkspaceStore {
  /**
   * Returns the id of this workspace, or of the default one if no id is given. Throws
   * WorkspaceNotFoundError.
   */
  find: (accountId: string, workspaceId?: string) => Promise<string>;
  /**
   * `after` is the name of the last workspace on the previous page, or empty for the default one.
   */
  list: (
    accountId: string,
    page: { readonly limit: number; readonly after: string | undefined },
  ) => Promise<WorkspacePage>;
  /** Throws WorkspaceNameTakenError. */
  create: (accountId: string, name: string) => Promise<Workspace>;
  /** Throws WorkspaceNotFoundError, WorkspaceNameTakenError. */
  rename: (accountId: string, workspaceId: string, name: string) => Promise<Workspace>;
  /** Throws WorkspaceNotFoundError, WorkspaceNotEmptyError, DefaultWorkspaceError. */
  delete: (accountId: string, workspaceId: string) => Promise<void>;
}

const COLUMNS = `w.id AS "workspaceId", w.name, w.is_default AS "isDefault", w.created_at AS "createdAt",
  (SELECT count(*)::int FROM recordings r WHERE r.workspace_id = w.id AND r.deleted_at IS NULL) AS "recordingCount"`;

export function createWorkspaceStore(database: Database): WorkspaceStore {
  const { pool, prisma } = database;
  return {
    async find(accountId, id) {
      const which = id === undefined ? { isDefault: true } : { id };
      const workspace =
        id === undefined || isUuid(id)
          ? await prisma.workspace.findFirst({ where: { accountId, ...which } })
          : null;
      if (!workspace) throw new WorkspaceNotFoundError(id ?? 'default');
      return workspace.id;
    },

    async list(accountId, { limit, after }) {
      const { rows } = await pool.query<Workspace>(
        `SELECT ${COLUMNS} FROM workspaces w WHERE w.account_id = $1
           AND ($3::text IS NULL OR (NOT w.is_default AND w.name > $3))
         ORDER BY w.is_default DESC, w.name LIMIT $2`,
        [accountId, limit + 1, after],
      );
      return { workspaces: rows.slice(0, limit), hasMore: rows.length > limit };
    },

    create: (accountId, name) =>
      writeName(name, async () => {
        const { rows } = await pool.query<Workspace>(
          `INSERT INTO workspaces AS w (id, account_id, name) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
          [randomUUIDv7(), accountId, name],
        );
        return getOnly(rows, name);
      }),

    rename: (accountId, workspaceId, name) =>
      writeName(name, async () => {
        if (!isUuid(workspaceId)) throw new WorkspaceNotFoundError(workspaceId);
        const { rows } = await pool.query<Workspace>(
          `UPDATE workspaces w SET name = $3 WHERE w.id = $1 AND w.account_id = $2 RETURNING ${COLUMNS}`,
          [workspaceId, accountId, name],
        );
        return getOnly(rows, workspaceId);
      }),

    async delete(accountId, workspaceId) {
      if (!isUuid(workspaceId)) throw new WorkspaceNotFoundError(workspaceId);
      await database.transaction((transaction) =>
        deleteWorkspace(transaction, { accountId, workspaceId }),
      );
    },
  };
}

async function deleteWorkspace(
  transaction: Transaction,
  { accountId, workspaceId }: { readonly accountId: string; readonly workspaceId: string },
): Promise<void> {
  // The lock prevents concurrent additions of recordings.
  await transaction.query('SELECT FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
  const { rows } = await transaction.query<Workspace>(
    `SELECT ${COLUMNS} FROM workspaces w WHERE w.id = $1 AND w.account_id = $2`,
    [workspaceId, accountId],
  );
  const { name, isDefault, recordingCount } = getOnly(rows, workspaceId);
  if (isDefault) throw new DefaultWorkspaceError(name);
  if (recordingCount > 0) throw new WorkspaceNotEmptyError(name, recordingCount);
  // Deleted recordings still need a workspace.
  await transaction.query(
    `UPDATE recordings SET workspace_id = (SELECT id FROM workspaces WHERE account_id = $2 AND is_default)
     WHERE workspace_id = $1`,
    [workspaceId, accountId],
  );
  await transaction.query('DELETE FROM workspaces WHERE id = $1', [workspaceId]);
}

function getOnly(rows: readonly Workspace[], workspaceId: string): Workspace {
  const [workspace] = rows;
  if (!workspace) throw new WorkspaceNotFoundError(workspaceId);
  return workspace;
}

async function writeName(name: string, write: () => Promise<Workspace>): Promise<Workspace> {
  try {
    return await write();
  } catch (error) {
    if (findBrokenConstraint(error) !== 'workspaces_account_id_name_key') throw error;
    throw new WorkspaceNameTakenError(name, { cause: error });
  }
}
