import { migrateDatabase } from '@errand/database-schema';
import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { refuseAdmin } from '../testing/run-commands.ts';
import { runCommand } from './run-command.ts';

test('migrates a database on which no store could be opened before', async () => {
  await using database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('DROP FUNCTION storage_of_all');
  await client.query(`DELETE FROM sql_functions WHERE name = 'storage_of_all'`);
  await client.end();
  const tools = {
    openStores: () => Promise.reject(new Error('No store opens on this database.')),
    migrate: () => migrateDatabase(database.url, process.env),
    openAdmin: refuseAdmin,
  };
  const command = ['database', 'migrate'];
  const migrations = expect.any(Number);
  const report = { migrations, applied: ['storage_of_all'], dropped: [] };
  expect(await runCommand(command, tools)).toEqual(report);
  expect(await runCommand(command, tools)).toEqual({ ...report, applied: [] });
  await expect(runCommand([...command, 'now'], tools)).rejects.toThrow(
    '"now" is an unexpected argument',
  );
});
