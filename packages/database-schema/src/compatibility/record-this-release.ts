import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '../migrate-database.ts';
import { readVersion, ROOT } from '../schema-files.ts';
import { readStatements } from './read-statements.ts';
import { recordRelease } from './release-record.ts';

/**
 * Migrates the empty database and writes prisma/compatibility/VERSION.json from it. Returns a
 * sentence about the record.
 */
export async function recordThisRelease(
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  await migrateDatabase(url, environment);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await readStatements();
    const record = await recordRelease(client, await readVersion(), found);
    const file = join('prisma', 'compatibility', `${record.version}.json`);
    await writeFile(join(ROOT, file), `${JSON.stringify(record, null, 2)}\n`);
    return `${file}: ${Object.keys(record.tables).length} tables, ${record.statements.length} statements`;
  } finally {
    await client.end();
  }
}
