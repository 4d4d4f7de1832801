import { expect, test } from '@jest/globals';
import { createWaitingLine } from './waiting-line.ts';

const never = new AbortController().signal;

test('calls the place that has waited longest', async () => {
  const line = createWaitingLine({ limit: 10 });
  using first = line.join(['permits']);
  using second = line.join(['permits']);
  const calls: string[] = [];
  const waiting = [
    first.called(never).then(() => calls.push('first')),
    second.called(never).then(() => calls.push('second')),
  ];
  line.callNext('permits');
  await waiting[0];
  expect(calls).toEqual(['first']);
  line.callNext('permits');
  await Promise.all(waiting);
  expect(calls).toEqual(['first', 'second']);
});

test('remembers a call made before the wait', async () => {
  const line = createWaitingLine({ limit: 10 });
  using place = line.join(['permits']);
  line.callNext('permits');
  expect(await place.called(never)).toBe(true);
});

test('passes on the unused call of a place that leaves', async () => {
  const line = createWaitingLine({ limit: 10 });
  const first = line.join(['permits']);
  using second = line.join(['permits']);
  line.callNext('permits');
  first[Symbol.dispose]();
  expect(await second.called(never)).toBe(true);
});

test('passes on a call that coincides with the abort', async () => {
  const line = createWaitingLine({ limit: 10 });
  const abort = new AbortController();
  const first = line.join(['permits']);
  using second = line.join(['permits']);
  const gone = first.called(abort.signal);
  abort.abort();
  line.callNext('permits');
  expect(await gone).toBe(false);
  first[Symbol.dispose]();
  expect(await second.called(never)).toBe(true);
});

test('passes the call of an older worker on to a newer one', async () => {
  const line = createWaitingLine({ limit: 10 });
  using first = line.join(['permits'], 1);
  using second = line.join(['permits'], 1);
  using recent = line.join(['permits']);
  first.callNewer();
  expect(await recent.called(never)).toBe(true);
  first.callNewer();
  expect(await second.called(AbortSignal.abort())).toBe(false);
});

test('refuses more places than its limit and has room again when one leaves', () => {
  const line = createWaitingLine({ limit: 1 });
  const only = line.join(['permits']);
  expect(() => line.join(['permits'])).toThrow(
    expect.objectContaining({ code: 'unavailable', status: 503 }),
  );
  only[Symbol.dispose]();
  line.join(['permits'])[Symbol.dispose]();
});

test('calls the first place that waits for a lane, or a given place directly', async () => {
  const line = createWaitingLine({ limit: 10 });
  using general = line.join(['permits']);
  using both = line.join(['permits', 'permits.acme']);
  line.callNext('permits.acme');
  expect(await both.called(never)).toBe(true);
  general.call();
  expect(await general.called(never)).toBe(true);
});
