import { once } from 'node:events';
import { listen } from '@errand/app-runtime';
import { z } from 'zod';
import { createBenchClient } from './api-client.ts';
import type { BenchService } from './queue-service.ts';
import { percentile } from './statistics.ts';

const WARM_UPS = 3;
const ARRIVAL_DEADLINE_MS = 30_000;

export interface CallbackResult {
  /** Time from the task's `completed_at` until the receiver reads the first byte. */
  readonly ms: { readonly p50: number; readonly p95: number };
  readonly callbacks: number;
}

const submittedSchema = z.object({ task_id: z.string() });
const statusSchema = z.object({ task: z.object({ completed_at: z.string() }) });

/** Ends tasks one after the other by cancelling them. */
export async function measureCallbacks(
  service: BenchService,
  callbacks: number,
): Promise<CallbackResult> {
  await using receiver = await startReceiver();
  using client = createBenchClient(service, 2);
  const body = {
    endpoint_name: 'order',
    input_parameters: { login: [] },
    task_callback_url: receiver.url,
  };
  const samples: number[] = [];
  for (let done = -WARM_UPS; done < callbacks; done += 1) {
    const firstByte = receiver.firstByte();
    const { task_id: taskId } = submittedSchema.parse(await client.send('/api/v1/inference', body));
    await client.send(`/api/v1/tasks/${taskId}/cancel`, {});
    const arrivedAt = await firstByte;
    const answer = await client.send(`/api/v1/task_status?task_id=${taskId}`);
    const endedAt = Date.parse(statusSchema.parse(answer).task.completed_at);
    if (done >= 0) samples.push(arrivedAt - endedAt);
  }
  return {
    callbacks: samples.length,
    ms: { p50: percentile(samples, 50), p95: percentile(samples, 95) },
  };
}

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** When the next request begins to arrive, as a value of Date.now(). */
  readonly firstByte: () => Promise<number>;
}

async function startReceiver(): Promise<Receiver> {
  const options = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const { server, url, ...owned } = await listen((request, response) => {
    request.resume();
    request.once('end', () => response.end());
  }, options);
  return {
    url,
    async firstByte() {
      await once(server, 'request', { signal: AbortSignal.timeout(ARRIVAL_DEADLINE_MS) });
      return Date.now();
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
