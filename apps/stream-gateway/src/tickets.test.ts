import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createStreamKeys } from '@errand/stream-ticket';
import { randomUUID } from 'node:crypto';
import { openStage, type RunningTask, type Stage } from './testing/open-stage.ts';
import { openViewer } from './testing/open-viewer.ts';
import type { GatewayProcess } from './testing/prepare-gateways.ts';
import { readMetric } from './testing/read-metric.ts';
import { createSilentScreen } from './testing/screens.ts';
import { startScreenPort, type ScreenPort } from './testing/start-screen-port.ts';

const owned = new AsyncDisposableStack();
let stage: Stage;
let port: ScreenPort;
let gateway: GatewayProcess;
let task: RunningTask;

beforeAll(async () => {
  stage = owned.use(await openStage());
  port = owned.use(await startScreenPort(createSilentScreen().serve));
  gateway = await stage.startGateway();
  owned.defer(() => gateway[Symbol.asyncDispose]());
  task = await stage.runTask(port);
});

afterAll(() => owned.disposeAsync());

async function closingOf(url: string): Promise<{ code: number; reason: string }> {
  await using viewer = await openViewer(url);
  return await viewer.closed;
}

test('accepts a ticket for one connection only', async () => {
  const url = await stage.streamUrl(task.taskId);
  const used = 'errand_stream_tickets_refused_total{reason="ticket-used"}';
  const before = await readMetric(gateway, used);
  await using first = await openViewer(url);
  const second = await closingOf(url);
  expect(await readMetric(gateway, used)).toBe(before + 1);
  expect(second).toEqual({
    code: 4401,
    reason: 'The ticket was used before: request a new one for every connection.',
  });
  expect(first.socket.readyState).toBe(first.socket.OPEN);
});

test('closes with 4401 for an expired ticket', async () => {
  const expired = 'errand_stream_tickets_refused_total{reason="expired"}';
  const before = await readMetric(gateway, expired);
  const { code, reason } = await closingOf(
    await stage.forgeUrl(task, {}, new Date(Date.now() - 61_000)),
  );
  expect([code, reason]).toEqual([
    4401,
    'The ticket is not valid (expired): get a fresh stream URL.',
  ]);
  expect(await readMetric(gateway, expired)).toBe(before + 1);
});

test.each([
  ['changed', (url: string) => url.replace(/.{10}$/, 'AAAAAAAAAA'), 'bad-signature'],
  ['missing', (url: string) => url.replace(/\?.*/, ''), 'malformed'],
  ['garbage', (url: string) => url.replace(/=.*/, '=garbage'), 'malformed'],
])('closes with 4401 for a ticket that is %s', async (_what, change, error) => {
  const { code, reason } = await closingOf(change(await stage.streamUrl(task.taskId)));
  expect([code, reason]).toEqual([
    4401,
    `The ticket is not valid (${error}): get a fresh stream URL.`,
  ]);
});

test('closes with 4401 for a ticket of another task', async () => {
  const url = await stage.streamUrl(task.taskId);
  const { code, reason } = await closingOf(url.replace(task.taskId, randomUUID()));
  expect([code, reason]).toEqual([4401, 'The ticket is for another task.']);
});

test('closes with 4409 for a ticket of another attempt', async () => {
  const { code } = await closingOf(await stage.forgeUrl(task, { leaseEpoch: task.leaseEpoch + 1 }));
  expect(code).toBe(4409);
});

test('closes with 4409 for a ticket of a task that has ended', async () => {
  const ended = await stage.runTask(port);
  const url = await stage.streamUrl(ended.taskId);
  await ended.complete();
  expect((await closingOf(url)).code).toBe(4409);
});

test('closes with 4403 for a control ticket when the task does not wait for a person', async () => {
  const { code } = await closingOf(await stage.forgeUrl(task, { mode: 'control' }));
  expect(code).toBe(4403);
});

test("closes with 4401 when the ticket's key is revoked, even while watching", async () => {
  const { call, url, apiKey } = stage.controlPlane;
  const { body } = await call('POST', '/api/v1/api_keys', { name: 'lost' });
  const { key } = body as { readonly key: { readonly api_key_id: string } };
  const forged = { apiKeyId: key.api_key_id };
  const ticket = await stage.forgeUrl(task, forged);
  const reached = port.connections();
  await using viewer = await openViewer(await stage.forgeUrl(task, forged));
  await pollUntil('the screen is visible', () => port.connections() > reached);
  await using other = await openViewer(await stage.streamUrl(task.taskId));
  await pollUntil('both see it', () => port.connections() > reached + 1);
  const revoked = await fetch(`${url}/api/v1/api_keys/${key.api_key_id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': apiKey },
  });
  expect(revoked.status).toBe(200);
  expect(await closingOf(ticket)).toEqual({
    code: 4401,
    reason: 'The API key that requested the ticket was revoked or has expired.',
  });
  expect((await viewer.closed).code).toBe(4401);
  expect(other.socket.readyState).toBe(other.socket.OPEN);
});

test('accepts tickets signed with any verifying key, and with no other key', async () => {
  const other = createStreamKeys('other').verifying;
  const use = async (verifying: string): Promise<void> => {
    await gateway[Symbol.asyncDispose]();
    gateway = await stage.startGateway({ STREAM_VERIFYING_KEYS: verifying });
  };
  await use(`${other},${stage.verifyingKeys}`);
  const reached = port.connections();
  await using viewer = await openViewer(await stage.streamUrl(task.taskId));
  await pollUntil('the screen is visible', () => port.connections() > reached);
  expect(viewer.socket.readyState).toBe(viewer.socket.OPEN);
  await use(other);
  expect(await closingOf(await stage.streamUrl(task.taskId))).toEqual({
    code: 4401,
    reason: 'The ticket is not valid (unknown-key): get a fresh stream URL.',
  });
});
