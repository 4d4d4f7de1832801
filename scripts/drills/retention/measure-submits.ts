import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../bench/statistics.ts';
import { call } from '../start-load.ts';
import { submissionOf } from '../start-site.ts';

export interface Latencies {
  readonly submits: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/** Submits at a steady rate until `isOver` resolves, and measures each request. */
export async function measureSubmits(
  client: { readonly url: string; readonly apiKey: string },
  perSecond: number,
  isOver: Promise<unknown>,
): Promise<Latencies> {
  const timesMs: number[] = [];
  let failed = 0;
  const over = new AbortController();
  void isOver.finally(() => over.abort());
  const pending = new Set<Promise<void>>();
  const submit = async (number: number): Promise<void> => {
    const startedAt = performance.now();
    try {
      await call(client, '/api/v1/inference', submissionOf(number));
      timesMs.push(performance.now() - startedAt);
    } catch {
      failed += 1;
    }
  };
  for (let number = 0; !over.signal.aborted; number += 1) {
    const submitting = submit(number);
    pending.add(submitting);
    void submitting.finally(() => pending.delete(submitting));
    await delay(1_000 / perSecond);
  }
  await Promise.all(pending);
  return {
    submits: timesMs.length,
    failed,
    p50Ms: percentile(timesMs, 50),
    p95Ms: percentile(timesMs, 95),
    p99Ms: percentile(timesMs, 99),
  };
}
