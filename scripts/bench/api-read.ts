import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createBenchClient, type BenchClient } from './api-client.ts';
import { countTasks, loadFinishedTasks, pickTaskIds } from './queue-load.ts';
import type { BenchService } from './queue-service.ts';
import { percentile } from './statistics.ts';

const BATCH = 50;
const PER_SECOND = 50;
const CONNECTIONS = 16;
const PICKED = 5_000;
const WARM_UPS = 20;

export interface ReadOptions {
  /** Finished tasks stored. */
  readonly tasks: number;
  /** How long status batches are requested. */
  readonly seconds: number;
  /** Pages of each kind. */
  readonly pages: number;
}

export interface ReadResult {
  readonly name: string;
  readonly requests: number;
  readonly ms: { readonly p50: number; readonly p95: number };
}

/** Stores the tasks. Returns false for a kept database that already has them. */
export async function loadReads(
  service: BenchService,
  databaseUrl: string,
  { tasks }: Pick<ReadOptions, 'tasks'>,
): Promise<boolean> {
  if ((await countTasks(databaseUrl)) > 0) return false;
  using client = createBenchClient(service, 1);
  await client.send('/api/v1/inference', {
    endpoint_name: 'order',
    input_parameters: { login: [] },
  });
  await loadFinishedTasks(databaseUrl, tasks);
  return true;
}

export async function measureReads(
  service: BenchService,
  databaseUrl: string,
  { seconds, pages }: Omit<ReadOptions, 'tasks'>,
): Promise<{ readonly status: ReadResult; readonly pages: readonly ReadResult[] }> {
  using client = createBenchClient(service, CONNECTIONS);
  const ids = await pickTaskIds(databaseUrl, PICKED);
  await readStatuses(client, { ids, requests: WARM_UPS });
  const status = await readStatuses(client, { ids, requests: seconds * PER_SECOND });
  const kinds: ReadResult[] = [];
  for (const [name, query] of await listQueries(client)) {
    kinds.push(await readPages(client, { name, query, count: pages }));
  }
  return { status, pages: kinds };
}

/**
 * Reads at a fixed rate. Each request is timed from when it was due, so a slow response also counts
 * against the requests that it delays.
 */
async function readStatuses(
  client: BenchClient,
  { ids, requests }: { readonly ids: readonly string[]; readonly requests: number },
): Promise<ReadResult> {
  const startedAt = performance.now();
  const samples = await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const dueAt = startedAt + (index * 1_000) / PER_SECOND;
      await wait(Math.max(0, dueAt - performance.now()));
      const askedAt = Math.max(dueAt, startedAt);
      const task_id = Array.from({ length: BATCH }, (_id, place) => {
        return ids[(index * BATCH + place) % ids.length];
      });
      await client.send('/api/v1/task_status', { task_id });
      return performance.now() - askedAt;
    }),
  );
  return summarise(`status batch of ${BATCH}, ${PER_SECOND} requests/s`, samples);
}

const pageSchema = z.object({ next_cursor: z.string().nullable() });

async function listQueries(client: BenchClient): Promise<[name: string, query: string][]> {
  const day = new Date(Date.now() - 86_400_000).toISOString();
  const { next_cursor: cursor } = pageSchema.parse(
    await client.send(`/api/v1/tasks?created_before=${day}&limit=50`),
  );
  return [
    ['list', ''],
    ['list, page of a day ago', cursor === null ? '' : `&cursor=${cursor}`],
    ['status=failed', '&status=failed'],
    ['status=failed,cancelled', '&status=failed,cancelled'],
    ['endpoint_name', '&endpoint_name=sleeper'],
    ['endpoint_name and status', '&endpoint_name=order&status=cancelled'],
    ['created_before', `&created_before=${day}`],
    ['nothing found', '&endpoint_name=nothing'],
    ['sort=duration', '&sort=duration'],
    ['sort=completed and status', '&sort=completed&status=failed'],
    ['q, found', '&q=order'],
    ['q, not found', '&q=nowhere'],
  ];
}

async function readPages(
  client: BenchClient,
  { name, query, count }: { readonly name: string; readonly query: string; readonly count: number },
): Promise<ReadResult> {
  const samples: number[] = [];
  for (let done = -WARM_UPS; done < count; done += 1) {
    const askedAt = performance.now();
    await client.send(`/api/v1/tasks?limit=50${query}`);
    if (done >= 0) samples.push(performance.now() - askedAt);
  }
  return summarise(name, samples);
}

function summarise(name: string, samples: readonly number[]): ReadResult {
  const ms = { p50: percentile(samples, 50), p95: percentile(samples, 95) };
  return { name, requests: samples.length, ms };
}
