import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lane, listSystemTests, selectTests } from './select-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('puts each test file in exactly one lane', () => {
  const tests = listFiles(['tests']);
  const system = listFiles(['system']);
  expect(system).not.toEqual([]);
  expect([...tests, ...system].toSorted()).toEqual(listFiles(['tests', 'system']));
});

test('lists only system tests that exist', () => {
  const files = listFiles(['system']);
  const missing = listSystemTests().filter((path) => !files.some((file) => file.startsWith(path)));
  expect(missing).toEqual([]);
});

test('lists every test that starts a control plane process as a system test', () => {
  const starting = listFiles(['tests']).filter((file) =>
    /\b(openFleet|openS3Fleet|startControlPlane|startApp)\(/.test(
      readFileSync(`${root}${file}`, 'utf8'),
    ),
  );
  expect(starting).toEqual([]);
});

function listFiles(lanes: readonly Lane[]): string[] {
  const args = ['--listTests', ...selectTests(lanes, root)];
  const listed = execFileSync('jest', args, { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => line.endsWith('.test.ts'))
    .map((file) => relative(root, file))
    .toSorted();
}
