import { createBenchClient } from './api-client.ts';
import type { BenchService } from './queue-service.ts';
import { percentile, round } from './statistics.ts';

const CLIENTS = 8;
const TASKS = 1_000;
const ROUNDS = 3;

export interface BatchResult {
  readonly tasks: number;
  /** Medians, in milliseconds. */
  readonly aloneMs: number;
  readonly batchMs: number;
  /** How many times longer single requests take than one batch. */
  readonly ratio: number;
}

/**
 * Compares a thousand single submissions from eight concurrent clients with one batch of a
 * thousand.
 */
export async function measureBatch(service: BenchService): Promise<BatchResult> {
  using client = createBenchClient(service, CLIENTS);
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    endpoint_name: 'order',
    input_parameters: { login: [`login-${index % 200}`] },
    unique_parameter_names: ['login'],
  }));
  const alone = async (): Promise<void> => {
    const waiting = tasks.values();
    const sendRest = async (): Promise<void> => {
      for (const task of waiting) await client.send('/api/v1/inference', task);
    };
    await Promise.all(Array.from({ length: CLIENTS }, sendRest));
  };
  const batch = async (): Promise<void> => {
    const answer = await client.send('/api/v1/tasks/batch', { tasks });
    if ((answer as { accepted_count?: number }).accepted_count !== TASKS) {
      throw new Error(`The batch was not accepted: ${JSON.stringify(answer).slice(0, 300)}`);
    }
  };
  const times: { readonly aloneMs: number[]; readonly batchMs: number[] } = {
    aloneMs: [],
    batchMs: [],
  };
  for (let count = 0; count < ROUNDS; count += 1) {
    times.aloneMs.push(await timeOf(alone));
    times.batchMs.push(await timeOf(batch));
  }
  const aloneMs = percentile(times.aloneMs, 50);
  const batchMs = percentile(times.batchMs, 50);
  return { tasks: TASKS, aloneMs, batchMs, ratio: round(aloneMs / batchMs) };
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
