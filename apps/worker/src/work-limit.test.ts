import { expect, test } from '@jest/globals';
import { createWorkLimit } from './work-limit.ts';

const live = new AbortController().signal;
const unlimited = { maxTasks: undefined, idleExitMs: undefined };

test('permits no more claims than tasks remain, and reuses the permit of a claim that returned no task', async () => {
  const limit = createWorkLimit({ ...unlimited, maxTasks: 2 });
  const first = await limit.permit(live);
  const second = await limit.permit(live);
  let isThird = false;
  const third = limit.permit(live).then((permit) => {
    isThird = true;
    return permit;
  });
  first?.use();
  expect(isThird).toBe(false);
  second?.[Symbol.dispose]();
  const permit = await third;
  permit?.use();
  expect(await limit.over).toBe('max-tasks');
  first?.[Symbol.dispose]();
  permit?.[Symbol.dispose]();
  const late = new AbortController();
  const never = limit.permit(late.signal);
  late.abort();
  expect(await never).toBeUndefined();
});

test('counts the time without a task from the start and from the end of the last one', async () => {
  const limit = createWorkLimit({ ...unlimited, idleExitMs: 300 });
  const startedAt = performance.now();
  const permit = await limit.permit(live);
  permit?.use();
  let isOver = false;
  void limit.over.then(() => (isOver = true));
  const other = createWorkLimit({ ...unlimited, idleExitMs: 301 });
  expect(await keepAlive(other.over)).toBe('idle');
  expect(isOver).toBe(false);
  permit?.[Symbol.dispose]();
  expect(await keepAlive(limit.over)).toBe('idle');
  expect(performance.now() - startedAt).toBeGreaterThan(500);
});

/** A worker's timers do not keep its process alive, nor would they keep this one alive. */
async function keepAlive<Value>(promise: Promise<Value>): Promise<Value> {
  const timer = setInterval(() => undefined, 1_000);
  try {
    return await promise;
  } finally {
    clearInterval(timer);
  }
}
