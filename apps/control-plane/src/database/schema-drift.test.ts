import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const ROOT = new URL('../../../../', import.meta.url);

test('creates exactly the described schema with the migrations', async () => {
  await using database = await createTestDatabase();
  const prisma = new URL('node_modules/.bin/prisma', ROOT).pathname;
  const args = ['--from-migrations', 'prisma/migrations', '--to-schema', 'prisma/schema.prisma'];
  const { stdout } = await promisify(execFile)(prisma, ['migrate', 'diff', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database.url },
  });
  expect(stdout).toContain('No difference detected.');
});
