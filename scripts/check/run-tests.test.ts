import { expect, test } from '@jest/globals';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from './run-tests.ts';

const RUNNER = fileURLToPath(import.meta.resolve('@errand/test-kit/timed-runner'));

const good = "test('holds', () => {});";
const broken = "test('holds', () => {}); test('does not', () => { throw new Error('no'); });";
/** Fails only the first time. */
const unsteady = `
  const { existsSync, writeFileSync } = require('node:fs');
  const seen = __filename + '.seen';
  test('passes on the second run', () => {
    if (existsSync(seen)) return;
    writeFileSync(seen, '');
    throw new Error('not yet');
  });`;
const switchedOff = "test.skip('says nothing', () => {});";
const unreadable = 'this is not a test';

test('reruns a failed file, and counts it as failed if it also fails alone', async () => {
  const { counts, said } = await check({ good, broken, unsteady });
  expect(counts).toEqual({ passed: 3, failed: 1 });
  expect(said.match(/^UNSTEADY .*$/gm)).toEqual([
    'UNSTEADY tests/unsteady.test.js: passed only on its own',
  ]);
  expect(said).toMatch(/^slow   \d+\.\d s tests\/broken\.test\.js$/m);
});

test('reruns nothing when many files fail, and counts skipped tests as failed', async () => {
  const many = Array.from({ length: 16 }, (_, n) => [`broken${n}`, broken] as const);
  const files = { good, unsteady, switchedOff, unreadable, ...Object.fromEntries(many) };
  const { counts, said } = await check(files);
  expect(counts).toEqual({ passed: 17, failed: 19 });
  expect(said).not.toContain('UNSTEADY');
});

test('names the files that did not start in time, and does not count them', async () => {
  const { counts, said } = await check({ good, broken }, { minutes: 0 });
  expect(counts).toEqual({ passed: 0, failed: 0 });
  expect(said.match(/^NOT RUN .*$/gm)?.toSorted()).toEqual([
    'NOT RUN tests/broken.test.js: the time was up',
    'NOT RUN tests/good.test.js: the time was up',
  ]);
  const { counts: timely } = await check({ good, broken }, { minutes: 10 });
  expect(timely).toEqual({ passed: 2, failed: 1 });
});

async function check(
  files: Readonly<Record<string, string>>,
  options: { readonly minutes?: number } = {},
) {
  const root = mkdtempSync(join(tmpdir(), 'errand-check-test-'));
  try {
    writeFileSync(join(root, 'package.json'), '{}');
    writeFileSync(
      join(root, 'jest.config.json'),
      JSON.stringify({ transform: {}, runner: RUNNER }),
    );
    mkdirSync(join(root, 'tests'));
    for (const [name, source] of Object.entries(files)) {
      writeFileSync(join(root, 'tests', `${name}.test.js`), source);
    }
    const logFile = join(root, 'check.log');
    const log = openSync(logFile, 'w');
    const running = runTests(root, { ...options, output: log });
    const { passed, failed } = await running.finally(() => closeSync(log));
    return { counts: { passed, failed }, said: readFileSync(logFile, 'utf8') };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
