import { expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { recordLogs } from '../testing/record-logs.ts';
import { startForgetting } from './forget-old-rows.job.ts';

// The kinds below do not use a database.
const pool = {} as pg.Pool;

test('pauses after each batch for three times as long as the batch took', async () => {
  const over = new AbortController();
  const times: number[] = [];
  const slow = async () => {
    const startedAt = performance.now();
    await delay(100);
    times.push(startedAt, performance.now());
    if (times.length === 6) over.abort();
    return true;
  };
  const { logger } = recordLogs();
  const options = { pool, logger, signal: over.signal, intervalMs: 10 };
  await startForgetting({ ...options, kinds: [slow] });
  const [startedAt = 0, endedAt = 0, next = 0] = times;
  // Timers may fire a millisecond early.
  expect(next - endedAt).toBeGreaterThanOrEqual(3 * (endedAt - startedAt) - 5);
});

test('neither a large nor a failing kind holds up the others', async () => {
  const over = new AbortController();
  const { logger, entries } = recordLogs();
  const turns: string[] = [];
  const turn = (name: string, left: number) => async () => {
    turns.push(name);
    if (turns.length === 8) over.abort();
    return turns.filter((each) => each === name).length < left;
  };
  const failing = async () => {
    turns.push('failing');
    throw new Error('The table is locked.');
  };
  const kinds = [turn('much', Infinity), failing, turn('some', 2)];
  const options = { pool, logger, signal: over.signal, intervalMs: 1_000 };
  await startForgetting({ ...options, kinds });
  expect(turns).toEqual(['much', 'failing', 'some', 'much', 'some', 'much', 'much', 'much']);
  expect(entries).toMatchObject([{ message: 'forgetting old rows failed', level: 'error' }]);
});
