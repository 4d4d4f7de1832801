import { StartError } from '@errand/app-runtime';
import { findStaleFunctions, listMigrations, MIGRATE_COMMAND } from '@errand/database-schema';
import type pg from 'pg';

/** PostgreSQL's code for a missing relation. */
const NO_TABLE = '42P01';

/** Throws StartError when the database is behind or ahead of this version. */
export async function assertMigrated(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = rows.map(({ name }) => name);
  const known = await listMigrations();
  const missing = known.filter((name) => !applied.includes(name)).toSorted();
  if (missing.length > 0) {
    throw new StartError(
      `The database of DATABASE_URL lacks ${missing.length} of ${known.length} migrations, "${missing[0]}" first: run ${MIGRATE_COMMAND}.`,
    );
  }
  const newer = applied.filter((name) => !known.includes(name)).toSorted();
  if (newer.length > 0) {
    throw new StartError(
      `The database of DATABASE_URL has the migration "${newer.at(-1)}" of a newer version of Errand: start that version, or use another database in DATABASE_URL.`,
    );
  }
  const stale = await findStaleFunctions(pool);
  if (stale.names.length === 0) return;
  throw new StartError(
    `The database of DATABASE_URL lacks ${stale.names.length} of ${stale.count} SQL functions of this version, "${stale.names[0]}" first: run ${MIGRATE_COMMAND}.`,
  );
}

/**
 * Turns a connection error into a sentence on how to fix it, without the password; returns any
 * other error unchanged. `setting` holds the URL.
 */
export function explainConnection(
  error: unknown,
  url: string,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' = 'DATABASE_URL',
): unknown {
  if (!Error.isError(error) || error instanceof StartError) return error;
  const code = 'code' in error ? String(error.code) : '';
  const { host, username, pathname } = new URL(url);
  const place: Place = {
    setting,
    server: host || 'this machine',
    user: decodeURIComponent(username),
    name: decodeURIComponent(pathname.slice(1)),
  };
  const isSilent = /timeout|terminated unexpectedly/i.test(error.message);
  const sentence = SENTENCES[code] ?? (isSilent ? unreachable : undefined);
  return sentence
    ? new StartError(sentence(place, code || 'no response'), { cause: error })
    : error;
}

interface Place {
  readonly setting: string;
  readonly server: string;
  readonly user: string;
  readonly name: string;
}

const refused = ({ server, user, setting }: Place): string =>
  `PostgreSQL at ${server} refuses the user "${user}" with this password: correct ${setting}.`;
const unreachable = ({ server, setting }: Place, code: string): string =>
  `PostgreSQL at ${server} cannot be reached (${code}): start it, or correct ${setting}.`;
const notReady = ({ server }: Place, code: string): string =>
  `PostgreSQL at ${server} accepts no connections at the moment (${code}): start again when it does.`;

/** Keyed by the error codes of PostgreSQL and of the system. */
const SENTENCES: Readonly<Record<string, (place: Place, code: string) => string>> = {
  '28P01': refused,
  '28000': refused,
  '3D000': ({ server, name, setting }) =>
    `PostgreSQL at ${server} has no database "${name}": create it and run ${MIGRATE_COMMAND}, or correct ${setting}.`,
  [NO_TABLE]: ({ server, name, setting }) =>
    `The database "${name}" at ${server} has no tables of Errand: run ${MIGRATE_COMMAND} with this ${setting}.`,
  '42501': ({ user, name, setting }) =>
    `The user "${user}" may not read the tables of the database "${name}": grant access, or use the owner in ${setting}.`,
  '08P01': ({ server, setting }) =>
    `The server at ${server} refuses settings of a session, as a transaction pooler does: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, in addition to ${setting}.`,
  '53300': notReady,
  '57P03': notReady,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
};
