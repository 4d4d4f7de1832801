import { setTimeout as delay } from 'node:timers/promises';
import {
  prepareGateways,
  type GatewayProcess,
} from '../../apps/stream-gateway/src/testing/prepare-gateways.ts';
import { streamUrl, type Stage } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import { openViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import { createSilentScreen } from '../../apps/stream-gateway/src/testing/screens.ts';
import { startScreenPort } from '../../apps/stream-gateway/src/testing/start-screen-port.ts';
import { openFleet, type Fleet } from '../../packages/task-runner/src/testing/open-fleet.ts';
import { percentile } from './statistics.ts';

interface Milliseconds {
  readonly p50: number;
  readonly p95: number;
}

export interface AttachResult {
  readonly rounds: number;
  /**
   * Time from a viewer's request to its first picture, for the first viewer of a task and for
   * others.
   */
  readonly firstFrameMs: { readonly first: Milliseconds; readonly others: Milliseconds };
}

/** Measures viewers of real browsers on a real worker, through the gateway. */
export async function measureAttach(databaseUrl: string, rounds: number): Promise<AttachResult> {
  await using gateways = await prepareGateways();
  await using fleet = await openFleet(gateways.controlPlaneSettings, { databaseUrl });
  await using _worker = await fleet.startWorker();
  await using _gateway: GatewayProcess = await gateways.start(fleet.controlPlane.url);
  const first: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const task = await startTask(fleet);
    await using opened = new AsyncDisposableStack();
    for (const samples of [first, others, others]) {
      const url = await streamUrl(fleet.controlPlane, task);
      const startedAt = performance.now();
      const viewer = opened.use(await openViewer(url));
      await viewer.takeScreenshot();
      samples.push(performance.now() - startedAt);
    }
    await fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
    await fleet.untilEnded(task);
  }
  return { rounds, firstFrameMs: { first: describe(first), others: describe(others) } };
}

async function startTask(fleet: Fleet): Promise<string> {
  const task = await fleet.run([{ sleep_action: { sleep_time: 600 } }]);
  await fleet.untilStatus(task, 'running');
  // Gives the page time to draw.
  await delay(1_000);
  return task;
}

export interface ClosingResult {
  readonly viewers: number;
  /** Time from the report of a task's end until its viewers receive the close frames. */
  readonly closeMs: Milliseconds;
}

/** Measures how soon all viewers of a task are notified of its end. */
export async function measureClosing(
  stage: Stage,
  options: { readonly rounds: number; readonly viewers: number },
): Promise<ClosingResult> {
  await using port = await startScreenPort(createSilentScreen().serve);
  await using _gateway = await stage.startGateway({ LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' });
  const samples: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    samples.push(...(await closeAll(stage, port, options.viewers)));
  }
  return { viewers: options.viewers, closeMs: describe(samples) };
}

async function closeAll(
  stage: Stage,
  port: Parameters<Stage['runTask']>[0],
  viewers: number,
): Promise<number[]> {
  const task = await stage.runTask(port);
  await using opened = new AsyncDisposableStack();
  const waiting = [];
  for (let count = 0; count < viewers; count += 1) {
    const viewer = opened.use(await openViewer(await stage.streamUrl(task.taskId)));
    waiting.push(viewer.closed.then(() => performance.now()));
  }
  const endedAt = performance.now();
  await task.complete();
  return (await Promise.all(waiting)).map((closedAt) => closedAt - endedAt);
}

function describe(samples: readonly number[]): Milliseconds {
  return { p50: percentile(samples, 50), p95: percentile(samples, 95) };
}
