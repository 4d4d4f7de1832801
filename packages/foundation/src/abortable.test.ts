import { expect, test } from '@jest/globals';
import { getEventListeners } from 'node:events';
import { abortable } from './abortable.ts';

const never = new Promise<never>(() => {});

test('returns the result, and removes its listener', async () => {
  const { signal } = new AbortController();
  await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
  await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('needs no signal', async () => {
  await expect(abortable(Promise.resolve(1), undefined)).resolves.toBe(1);
});

test('rejects with the reason when the signal fires', async () => {
  const stop = new AbortController();
  const waiting = abortable(never, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('rejects when the signal has already fired', async () => {
  await expect(abortable(never, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('ignores a late rejection', async () => {
  const late = Promise.withResolvers<never>();
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(abortable(late.promise, signal)).rejects.toThrow('enough');
  // An unhandled rejection would end the test process.
  late.reject(new Error('late'));
  await expect(late.promise).rejects.toThrow('late');
});
