import { parseSettings } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { dataSettings } from './combine-settings.ts';

const stored = { STORAGE_DIRECTORY: '/srv/files', STORAGE_SIGNING_KEY: 'k'.repeat(32) };

test.each([
  [
    'of its own, past the pooler',
    { DATABASE_DIRECT_URL: 'postgresql://direct.example/errand' },
    'direct',
  ],
  ['that everything uses', {}, 'pooled'],
])('commands on stored files use the database address %s', (_what, more, host) => {
  const env = { DATABASE_URL: 'postgresql://pooled.example/errand', ...stored, ...more };
  const { databaseUrl } = parseSettings(dataSettings, env);
  expect(databaseUrl).toBe(`postgresql://${host}.example/errand`);
});
