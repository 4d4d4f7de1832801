import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GatewayProcess } from '../../apps/stream-gateway/src/testing/prepare-gateways.ts';
import type { WorkerProcess } from '../../apps/worker/src/testing/open-fleet.ts';
import { openLiveStage, type LiveStage } from './open-live-stage.ts';

const owned = new AsyncDisposableStack();
let stage: LiveStage;
let gateway: GatewayProcess;
let worker: WorkerProcess;

beforeAll(async () => {
  stage = owned.use(await openLiveStage());
  gateway = await stage.startGateway();
  owned.defer(() => gateway[Symbol.asyncDispose]());
  worker = await stage.fleet.startWorker();
  owned.defer(() => worker[Symbol.asyncDispose]());
}, 60_000);

afterAll(() => owned.disposeAsync());

const nap = { sleep_action: { sleep_time: 600 } };

test('shows the page of a running task and, when it is cancelled, says so', async () => {
  const task = await stage.start([nap]);
  await using live = await stage.watch(task);
  await stage.untilBlue(live);
  await stage.fleet.controlPlane.call('POST', `/api/v1/tasks/${task}/cancel`);
  await live.untilText(/Ended: cancelled/);
  await live.untilText(/The task has ended: cancelled\. \(1000\)/);
  expect(await live.events()).toEqual(['Watching.', 'The task has ended: cancelled. (1000)']);
}, 60_000);
