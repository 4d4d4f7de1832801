import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { promisify } from 'node:util';
import { openDeadline } from './open-deadline.ts';

/**
 * Returns whether a 100 ms signal without listeners has fired at the end, with garbage collection
 * in between.
 */
async function firesUnheard(open: string): Promise<boolean> {
  // Runs in a separate process, because jest controls when the garbage of tests is collected.
  const script = `
    import { setTimeout as delay } from 'node:timers/promises';
    const { openDeadline } = await import(process.argv[1]);
    const never = new AbortController().signal;
    const signal = ${open};
    await delay(10);
    gc();
    await delay(500);
    gc();
    console.log(signal.aborted);`;
  const source = new URL('open-deadline.ts', import.meta.url).href;
  const options = ['--expose-gc', '--input-type=module', '--eval', script, source];
  const { stdout } = await promisify(execFile)(process.execPath, options, { timeout: 30_000 });
  return stdout === 'true\n';
}

test.each([
  'openDeadline(never, 100).signal',
  'openDeadline(undefined, 100).signal',
  // Follows a timeout that nothing else references.
  'openDeadline(AbortSignal.timeout(100), 60_000).signal',
  'openDeadline(openDeadline(never, 100).signal, 60_000).signal',
])('fires despite garbage collection without listeners: %s', async (open) => {
  expect(await firesUnheard(open)).toBe(true);
});

// If this test fails with a newer Node, AbortSignal.any may be used again.
test('AbortSignal.any alone loses its timeout', async () => {
  expect(await firesUnheard('AbortSignal.any([never, AbortSignal.timeout(100)])')).toBe(false);
});

test('fires with the other signal and its reason', () => {
  const other = new AbortController();
  using deadline = openDeadline(other.signal, 60_000);
  expect(deadline.signal.aborted).toBe(false);
  const reason = new Error('enough');
  other.abort(reason);
  expect(deadline.signal.reason).toBe(reason);
  expect(deadline.isOver).toBe(false);
});

test('has already fired when the other signal has', () => {
  using deadline = openDeadline(AbortSignal.abort(), 60_000);
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.isOver).toBe(false);
});

test('reports that the deadline passed', async () => {
  using deadline = openDeadline(undefined, 10);
  await new Promise((resolve) => deadline.signal.addEventListener('abort', resolve));
  expect(deadline.isOver).toBe(true);
  expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('leaves nothing behind on the other signal', () => {
  const { signal } = new AbortController();
  openDeadline(signal, 60_000)[Symbol.dispose]();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
