import { expect, test } from '@jest/globals';
import { pause, pauseUntilAborted } from './pause.ts';

const { signal: never } = new AbortController();
const reason = new Error('enough');

test.each([pause, pauseUntilAborted])('%p resolves after the time', async (wait) => {
  const start = performance.now();
  await wait(30, never);
  // A timer may fire up to a millisecond early.
  expect(performance.now() - start).toBeGreaterThan(28);
  await wait(-1, never);
});

test('pause rejects with the reason of its signal', async () => {
  await expect(pause(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

test('pauseUntilAborted ends early with its signal', async () => {
  await expect(pauseUntilAborted(60_000, AbortSignal.abort(reason))).resolves.toBeUndefined();
  const stop = new AbortController();
  const waiting = pauseUntilAborted(60_000, stop.signal);
  stop.abort(reason);
  await expect(waiting).resolves.toBeUndefined();
});
