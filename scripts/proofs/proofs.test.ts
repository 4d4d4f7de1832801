import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROOF_TABLES } from './tables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('prints the named tables', () => {
  const { stdout, status } = prove('models', 'services');
  expect(stdout).toMatch(/features, \d+ providers[^]*features of \d+ services/);
  expect(status).toBe(0);
});

test('lists the tables for a missing or unknown name', () => {
  expect(prove()).toMatchObject({ status: 0, stderr: expect.stringContaining('  endpoints ') });
  expect(prove('model')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^There is no table "model"\.\nusage: pnpm proofs TABLE/),
  });
});

test('has an existing program for each table', () => {
  const programs = Object.values(PROOF_TABLES).map(({ command: [program] }) => `${root}${program}`);
  expect(programs.filter((program) => !existsSync(program))).toEqual([]);
});

function prove(...names: readonly string[]) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  return spawnSync(process.execPath, [main, ...names], { cwd: root, encoding: 'utf8' });
}
