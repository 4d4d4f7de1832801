import { pollUntil, startCuttableProxy, startOwnPostgres } from '@errand/test-kit';
import { parseArgs } from 'node:util';
import {
  openFleet,
  type Fleet,
  type WorkerProcess,
} from '../../packages/task-runner/src/testing/open-fleet.ts';
import { percentile, round } from './statistics.ts';

const USAGE = 'usage: pnpm bench worker [--rounds N]';

/**
 * Measures how soon the browser of a cancelled task is gone, and how soon a task is queued again
 * after its worker was killed or cut off. Uses real processes, two control planes and the default
 * lease time. Writes milliseconds as JSON to standard output.
 */
export async function benchWorker(args: readonly string[]): Promise<void> {
  const options = { rounds: { type: 'string', default: '5' } } as const;
  const rounds = Number(parseArgs({ args: [...args], options }).values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(USAGE);
  await using postgres = await startOwnPostgres();
  await using fleet = await openFleet({}, { databaseUrl: postgres.url });
  const result = {
    cancelToBrowserGone: describe(await measureCancels(fleet, rounds), 2_000),
    killToQueued: describe(await repeat(rounds, () => measureKill(fleet)), 12_000),
    cutToQueued: describe(await repeat(rounds, () => measureCut(fleet)), 12_000),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
}

function describe(samples: readonly number[], targetMs: number): object {
  const p95 = percentile(samples, 95);
  return { p50: percentile(samples, 50), p95, targetMs, isMet: p95 <= targetMs, samples };
}

async function repeat(rounds: number, measure: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let index = 0; index < rounds; index += 1) samples.push(round(await measure()));
  return samples;
}

/** Alternates between the worker's control plane and another one on the same database. */
async function measureCancels(fleet: Fleet, rounds: number): Promise<number[]> {
  await using sibling = await fleet.controlPlane.startSibling();
  await using worker = await fleet.startWorker();
  let index = 0;
  // Awaited here, because otherwise worker and sibling would be disposed first.
  return await repeat(rounds, async () => {
    const controlPlane = index++ % 2 === 0 ? fleet.controlPlane : sibling;
    const { task, browser } = await startTask(fleet, worker);
    const startedAt = performance.now();
    await controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    await pollUntil('the browser is gone', () => !worker.browsers().includes(browser), {
      longestIntervalMs: 25,
    });
    return performance.now() - startedAt;
  });
}

async function measureKill(fleet: Fleet): Promise<number> {
  await using worker = await fleet.startWorker();
  const { task } = await startTask(fleet, worker);
  process.kill(worker.processId ?? 0, 'SIGKILL');
  return await untilQueued(fleet, task);
}

async function measureCut(fleet: Fleet): Promise<number> {
  await using proxy = await startCuttableProxy(fleet.controlPlane.workerUrl);
  await using worker = await fleet.startWorker({ CONTROL_PLANE_URL: proxy.url });
  const { task } = await startTask(fleet, worker);
  proxy.cut();
  const milliseconds = await untilQueued(fleet, task);
  proxy.mend();
  return milliseconds;
}

async function startTask(
  fleet: Fleet,
  worker: WorkerProcess,
): Promise<{ readonly task: string; readonly browser: number }> {
  const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }]);
  await fleet.untilStatus(task, 'running');
  return { task, browser: worker.browsers()[0] ?? 0 };
}

/** Also cancels the task, so that it does not affect the next round. */
async function untilQueued(fleet: Fleet, task: string): Promise<number> {
  const startedAt = performance.now();
  await fleet.untilStatus(task, 'queued');
  const milliseconds = performance.now() - startedAt;
  await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  return milliseconds;
}
