import { listen } from '@errand/app-runtime';
import { createCheckedApp } from '../../apps/control-plane/src/testing/create-checked-app.ts';
import { createBenchClient } from './api-client.ts';
import { percentile, round } from './statistics.ts';

const BATCH = 20;

export interface ValidatorResult {
  readonly name: string;
  /** Medians of a request that is only read and of one that is also validated. */
  readonly ms: { readonly bare: number; readonly checked: number; readonly overhead: number };
}

const requests: readonly (readonly [name: string, path: string, body?: object])[] = [
  [
    'submission',
    '/api/v1/inference',
    {
      endpoint_name: 'order',
      input_parameters: { login: ['ann'], number: ['7'] },
      unique_parameter_names: ['login'],
      priority: 1,
    },
  ],
  [
    'status batch of 50',
    '/api/v1/task_status',
    { task_id: Array.from({ length: 50 }, (_, index) => `task-${index}`) },
  ],
  ['list of tasks', '/api/v1/tasks?status=failed,cancelled&limit=50'],
];

/**
 * Measures the cost of validation per request by alternating requests with and without it in this
 * process.
 */
export async function measureValidator(count: number): Promise<readonly ValidatorResult[]> {
  await using owned = new AsyncDisposableStack();
  const [bare, checked] = await Promise.all(
    [false, true].map(async (isChecked) => {
      const options = { port: 0, host: '127.0.0.1', setting: 'PORT' };
      const { url } = owned.use(await listen(createCheckedApp({ isChecked }), options));
      return owned.use(createBenchClient({ url, apiKey: 'none' }, 1));
    }),
  );
  if (!bare || !checked) throw new Error('There are two apps.');
  const results: ValidatorResult[] = [];
  for (const [name, path, body] of requests) {
    const samples = { bare: [] as number[], checked: [] as number[] };
    for (let done = -BATCH; done < count; done += 1) {
      const bareMs = await time(() => bare.send(path, body));
      const checkedMs = await time(() => checked.send(path, body));
      // The first requests compile the schemas.
      if (done < 0) continue;
      samples.bare.push(bareMs);
      samples.checked.push(checkedMs);
    }
    const medians = {
      bare: percentile(samples.bare, 50),
      checked: percentile(samples.checked, 50),
    };
    results.push({ name, ms: { ...medians, overhead: round(medians.checked - medians.bare) } });
  }
  return results;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
