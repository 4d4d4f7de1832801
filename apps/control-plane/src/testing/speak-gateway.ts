import { createTicketVerifier, parseVerifyingKeys, type ViewMode } from '@errand/stream-ticket';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import type { LeaseHolder } from '../leases/lease.ts';
import { speakWorker, workerId } from './speak-worker.ts';
import { gatewayToken, streamKeys, type TestApp } from './start-test-app.ts';

export const screenKey = Buffer.alloc(32, 5);
/** The screen that a worker reports. */
export const screen = { address: '[fd00::7]:5907', key: screenKey.toString('base64') };

const verifier = createTicketVerifier({ keys: parseVerifyingKeys(streamKeys.verifying) });

/** Sends requests to the app as a gateway does. */
export function speakGateway({ app }: TestApp) {
  const post = (path: string, body: object): supertest.Test =>
    supertest(app).post(`/gateway/v1/${path}`).auth(gatewayToken, { type: 'bearer' }).send(body);
  return {
    post,
    redeem: (url: string, changes: object = {}) =>
      post('tickets/redeem', { ...writeTicket(url), ...changes }),
    watch: (screens: readonly object[], waitSeconds: number) =>
      post('screens/watch', { gateway_id: 'gateway-1', wait_seconds: waitSeconds, screens }),
  };
}

/** Starts a task on a worker with screens, or without. */
export async function startWatchable(
  app: TestApp,
  { hasScreen = true }: { readonly hasScreen?: boolean } = {},
): Promise<LeaseHolder> {
  const worker = speakWorker(app);
  await app.submit();
  await worker.enrol(hasScreen ? { screen } : {});
  const lease = await worker.claim();
  await worker.report(lease, 'start').expect(200);
  const { task_id: taskId, lease_epoch: leaseEpoch, lease_secret: leaseSecret } = lease;
  return { taskId, leaseEpoch, leaseSecret, workerId };
}

/** Makes the task wait for a person, and returns the id of the wait. */
export async function beginWait(app: TestApp, holder: LeaseHolder): Promise<string> {
  const waitId = randomUUID();
  const wait = { nodePath: 'nodes[0]', pageUrl: 'https://portal.example/', maxWaitSeconds: 60 };
  await app.dependencies.humanWaits.begin(holder, { waitId, ...wait });
  return waitId;
}

/** Requests an address with a ticket for the task. */
export async function askForUrl(
  app: TestApp,
  taskId: string,
  mode: ViewMode = 'view',
): Promise<string> {
  const { body } = await app.get(`/api/v1/tasks/${taskId}/stream?mode=${mode}`).expect(200);
  return body.stream_url;
}

/** Verifies the ticket in an address as a gateway does, and returns its content. */
export function readTicket(url: string) {
  return verifier.verify(new URL(url).searchParams.get('ticket') ?? '');
}

function writeTicket(url: string) {
  const ticket = readTicket(url);
  return {
    jti: ticket.jti,
    task_id: ticket.taskId,
    account_id: ticket.accountId,
    api_key_id: ticket.apiKeyId,
    lease_epoch: ticket.leaseEpoch,
    mode: ticket.mode,
    gateway_id: 'gateway-1',
    viewer_address: '203.0.113.9',
  };
}
