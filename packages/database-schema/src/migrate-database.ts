import { StartError } from '@errand/app-runtime';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import type { AppliedFunctions } from './apply-functions.ts';
import { migrateFunctions } from './migrate-functions.ts';
import { readFunctions } from './read-functions.ts';
import { listMigrations, ROOT } from './schema-files.ts';

export interface MigrationReport extends AppliedFunctions {
  /** All migrations applied to the database. */
  readonly migrations: readonly string[];
}

const PRISMA = fileURLToPath(new URL('../node_modules/.bin/prisma', import.meta.url));
const NO_DATABASE = '3D000';

/**
 * Creates the database if it does not exist, and updates its tables, SQL functions and triggers to
 * this version. Idempotent and safe to run concurrently. `environment` is the process environment,
 * for Prisma. Throws StartError.
 */
export async function migrateDatabase(
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<MigrationReport> {
  const known = await listMigrations();
  const applied = await readMigrations(url);
  assertKnown(applied, known);
  if (!isComplete(applied, known)) {
    await promisify(execFile)(PRISMA, ['migrate', 'deploy'], {
      cwd: ROOT,
      env: { ...environment, DATABASE_URL: url },
    });
  }
  const functions = await migrateFunctions(url, await readFunctions());
  return { migrations: known, ...functions };
}

interface AppliedMigration {
  readonly name: string;
  readonly is_finished: boolean;
}

/** Refuses migrations of another program: Prisma would apply Errand's on top of them. */
function assertKnown(applied: readonly AppliedMigration[], known: readonly string[]): void {
  const foreign = applied.find(({ name }) => !known.includes(name));
  if (foreign === undefined) return;
  throw new StartError(
    `The database of DATABASE_URL has the migration "${foreign.name}" of another version of Errand: use that version, or name another database.`,
  );
}

/** If true, Prisma would take a second to do nothing. A failed migration is left to Prisma. */
function isComplete(applied: readonly AppliedMigration[], known: readonly string[]): boolean {
  const names = new Set(applied.map(({ name }) => name));
  return (
    applied.every(({ is_finished: isFinished }) => isFinished) &&
    known.every((name) => names.has(name))
  );
}

async function readMigrations(url: string): Promise<readonly AppliedMigration[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    if (Error.isError(error) && 'code' in error && error.code === NO_DATABASE) return [];
    throw error;
  }
  try {
    const { rows } = await client.query<{ name: string | null }>(
      `SELECT to_regclass('_prisma_migrations')::text AS name`,
    );
    if (!rows[0]?.name) return [];
    const applied = await client.query<AppliedMigration>(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS is_finished FROM _prisma_migrations
       WHERE rolled_back_at IS NULL ORDER BY 1`,
    );
    return applied.rows;
  } finally {
    await client.end();
  }
}
