import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { migrateDatabase } from './migrate-database.ts';

/** Prisma cannot start without Node. */
const environment = { PATH: '/nowhere' };

test('starts Prisma only for a database that lacks a migration or has one that failed', async () => {
  await using database = await createTestDatabase();
  const { migrations } = await migrateDatabase(database.url, environment);
  expect(migrations.length).toBeGreaterThan(1);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const newest = 'migration_name = (SELECT max(migration_name) FROM _prisma_migrations)';
  await client.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${newest}`);
  await expect(migrateDatabase(database.url, environment)).rejects.toThrow('Command failed');
  await client.query(`DELETE FROM _prisma_migrations WHERE ${newest}`);
  await expect(migrateDatabase(database.url, environment)).rejects.toThrow('Command failed');
  await client.end();
});
