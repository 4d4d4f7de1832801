import type { MigrationReport } from '@errand/database-schema';
import type { Migrate } from './command.ts';
import { readArguments } from './read-arguments.ts';

/** Migrates the database to the tables and SQL functions of this version. */
export async function migrateDatabase(
  args: readonly string[],
  migrate: Migrate,
): Promise<{ readonly migrations: number } & Pick<MigrationReport, 'applied' | 'dropped'>> {
  readArguments(args, { words: [], options: [] });
  const { migrations, applied, dropped } = await migrate();
  return { migrations: migrations.length, applied, dropped };
}
