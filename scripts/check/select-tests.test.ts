import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Lane, listSystemTests, selectTests } from './select-tests.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('runs each test file in one lane, and all when both lanes run', () => {
  const tests = listFiles(['tests']);
  const system = listFiles(['system']);
  expect(system).not.toEqual([]);
  expect([...tests, ...system].toSorted()).toEqual(listFiles(['tests', 'system']));
});

test('lists no system test that is not there', () => {
  const files = listFiles(['system']);
  const missing = listSystemTests().filter((path) => !files.some((file) => file.startsWith(path)));
  expect(missing).toEqual([]);
});

test('lists as a system test what starts a control plane as a process', () => {
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
