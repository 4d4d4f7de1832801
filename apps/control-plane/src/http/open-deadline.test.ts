import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openDeadline } from './open-deadline.ts';

/** Garbage of tests is collected when jest likes, so a process of its own does it. */
const SCRIPT = `
  import { setTimeout as delay } from 'node:timers/promises';
  const { openDeadline } = await import(process.argv[1]);
  const never = new AbortController().signal;
  const deadline = openDeadline(never, 100);
  await delay(10);
  gc();
  await delay(500);
  gc();
  console.log(deadline.signal.aborted);
`;

test('fires when the time is over, although nobody listened while garbage was collected', async () => {
  const source = new URL('open-deadline.ts', import.meta.url).href;
  const script = ['--expose-gc', '--input-type=module', '--eval', SCRIPT, source];
  const { stdout } = await promisify(execFile)(process.execPath, script, { timeout: 30_000 });
  expect(stdout).toBe('true\n');
});

test('fires with the other signal', () => {
  const other = new AbortController();
  using deadline = openDeadline(other.signal, 60_000);
  expect(deadline.signal.aborted).toBe(false);
  other.abort();
  expect(deadline.signal.aborted).toBe(true);
});
