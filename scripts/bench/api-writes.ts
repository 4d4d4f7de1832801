import { z } from 'zod';
import { createBenchClient, type BenchClient } from './api-client.ts';
import { openDatabase } from './queue-load.ts';
import type { BenchService } from './queue-service.ts';
import { percentile, round } from './statistics.ts';

const CONNECTIONS = 8;
const TASKS = 250;

export interface WritesResult {
  readonly name: string;
  /** Median of the rounds, without statistics and events, and with them. */
  readonly perSecond: { readonly without: number; readonly with: number };
  /** Median of the ratios of each pair of rounds. */
  readonly ratio: number;
}

const triggers = ['announce_new', 'announce_status', 'count_ending'];

/**
 * Measures the cost of statistics and account events: submits and ends tasks in pairs of rounds,
 * with the triggers off and on.
 */
export async function measureWrites(
  service: BenchService,
  url: string,
  rounds: number,
): Promise<readonly WritesResult[]> {
  using client = createBenchClient(service, CONNECTIONS);
  await using database = openDatabase(url);
  const rates = { submit: newPair(), end: newPair() };
  // The first pair warms up.
  for (let done = -1; done < rounds; done += 1) {
    for (const state of done % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const action = state === 'with' ? 'ENABLE' : 'DISABLE';
      for (const trigger of triggers) {
        await database.pool.query(`ALTER TABLE tasks ${action} TRIGGER ${trigger}`);
      }
      const rate = await submitAndEnd(client);
      if (done < 0) continue;
      rates.submit[state].push(rate.submit);
      rates.end[state].push(rate.end);
    }
  }
  return Object.entries(rates).map(([name, pair]) => ({
    name,
    perSecond: { without: percentile(pair.without, 50), with: percentile(pair.with, 50) },
    ratio: percentile(
      pair.with.map((rate, place) => rate / (pair.without[place] ?? NaN)),
      50,
    ),
  }));
}

const SIDES = ['without', 'with'] as const;

function newPair() {
  return { without: [] as number[], with: [] as number[] };
}

/** Tasks per second. */
async function submitAndEnd(client: BenchClient): Promise<{ submit: number; end: number }> {
  const ids: string[] = [];
  const submit = await measureRate(async () => void ids.push(await submitTask(client)));
  const end = await measureRate(async () => {
    await client.send(`/api/v1/tasks/${ids.pop()}/cancel`, {});
  });
  return { submit, end };
}

async function measureRate(write: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let left = TASKS;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await write();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return round((TASKS * 1_000) / (performance.now() - startedAt));
}

const submittedSchema = z.object({ task_id: z.string() });

/** Submits a task without a login and returns its id. */
export async function submitTask(client: BenchClient): Promise<string> {
  const task = { endpoint_name: 'order', input_parameters: { login: [] } };
  return submittedSchema.parse(await client.send('/api/v1/inference', task)).task_id;
}
