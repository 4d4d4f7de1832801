import { expect, test } from '@jest/globals';
import type { SessionEvent } from '../task-reporter.ts';
import { bytesOf } from './json-bytes.ts';
import { takeBatch } from './take-batch.ts';

const MEBIBYTE = 1024 ** 2;
const step = (number: number, dialogs: string): SessionEvent => ({
  type: 'step',
  data: { node_path: `nodes[${number}]`, outcome: 'failed', dialogs },
});

test('takes as many events as one call may contain, in order, and leaves none out', () => {
  const all = Array.from({ length: 120 }, (_, number) => step(number, 'é'.repeat(15_000)));
  const waiting = [...all];
  const batches: SessionEvent[][] = [];
  while (waiting.length > 0) batches.push(takeBatch(waiting));
  expect(batches.flat()).toEqual(all);
  expect(batches.every((events) => bytesOf({ events }) < MEBIBYTE)).toBe(true);
  expect(batches.map(({ length }) => length)).toEqual([34, 34, 34, 18]);
});

test('takes at most 50 short events', () => {
  const waiting = Array.from({ length: 60 }, (_, number) => step(number, ''));
  expect([takeBatch(waiting).length, takeBatch(waiting).length, takeBatch(waiting)]).toEqual([
    50,
    10,
    [],
  ]);
});

test('names what it leaves out of an event that no call could contain', () => {
  const waiting = [step(0, 'x'.repeat(MEBIBYTE)), step(1, 'short')];
  expect(takeBatch(waiting)).toEqual([
    { type: 'step', data: { node_path: 'nodes[0]', outcome: 'failed', left_out: ['dialogs'] } },
    step(1, 'short'),
  ]);
});

test('takes an event that has the maximum size only without the names of what it lacks', () => {
  const [largest, ...others] = [step(0, 'x'.repeat(MEBIBYTE)), step(1, 'short')];
  for (let size = MEBIBYTE - 4_096 - 200; size < MEBIBYTE - 4_096; size += 1) {
    const waiting = [{ ...largest, data: { ...largest.data, error: 'e'.repeat(size) } }, ...others];
    const batches: SessionEvent[][] = [];
    while (waiting.length > 0 && batches.length < 2) batches.push(takeBatch(waiting));
    expect(waiting).toEqual([]);
    expect(batches.every((events) => bytesOf({ events }) < MEBIBYTE)).toBe(true);
  }
});
