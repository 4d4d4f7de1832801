import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createAccountStore } from '../../accounts/account-store.ts';
import { speakWorker, type WorkerClient } from '../../testing/speak-worker.ts';
import type { Receiver } from '../../testing/start-receiver.ts';
import { orderAutomation, orderSubmission, type TestApp } from '../../testing/start-test-app.ts';
import { grantVaults } from '../../testing/start-vaults.ts';

/** Placeholder in a body for the address of the scene's receiver. */
export const RECEIVER = 'https://receiver.example';

/** The parts of a request besides its path. */
export interface Sent {
  readonly body?: object;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly header?: Readonly<Record<string, string>>;
}

/** Untyped, because tests read all kinds of bodies. */
type AnswerBody = supertest.Response['body'];

/**
 * A separate account with the recording `order`, so that the effects of one request stay isolated.
 */
export interface Scene {
  readonly receiver: Receiver;
  readonly worker: WorkerClient;
  readonly send: (
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    sent?: Sent,
  ) => Promise<supertest.Response>;
  /** Like `send`, but returns the body and expects a success. */
  readonly ask: (
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    sent?: Sent,
  ) => Promise<AnswerBody>;
  /** Adds a second version to the recording `order`, and returns its id. */
  readonly saveVersions: () => Promise<{ readonly recording_id: string }>;
  /** Submits a task of the recording `order` and returns its id. */
  readonly submit: (members?: object) => Promise<string>;
  /** The settings of an integration with its secret, as they are stored. */
  readonly openIntegration: (integrationId: string) => Promise<object>;
  /** Claims every task that can be claimed now. */
  readonly claimAll: () => Promise<readonly Record<string, AnswerBody>[]>;
  /** For rows that requests cannot write directly. */
  readonly query: (sql: string, values: readonly unknown[]) => Promise<unknown>;
  /** Ends all open tasks. */
  readonly end: () => Promise<void>;
}

export async function openScene(app: TestApp, receiver: Receiver): Promise<Scene> {
  const { accountId } = await createAccountStore(app.database).ensure(randomUUID());
  const { key } = await app.dependencies.apiKeys.create(accountId, { name: 'first' });
  const recording = { endpointName: 'order', automation: orderAutomation };
  await app.dependencies.recordings.save(accountId, recording);
  const origins = ['https://portal.example', 'https://elsewhere.example'];
  await grantVaults(app.dependencies, accountId, origins);
  const worker = speakWorker(app);
  const send: Scene['send'] = async (method, path, { body, query = {}, header = {} } = {}) => {
    const request = supertest(app.app)[method](`/api/v1/${path}`);
    request.query(query).set({ 'x-api-key': key, ...header });
    if (body === undefined) return request;
    const text = JSON.stringify(body).replaceAll(RECEIVER, receiver.url);
    return request.set('content-type', 'application/json').send(text);
  };
  const ask: Scene['ask'] = async (method, path, sent) => {
    const { status, body } = await send(method, path, sent);
    if (status < 300) return body;
    throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
  };
  const claimed: Record<string, AnswerBody>[] = [];
  return {
    receiver,
    worker,
    send,
    ask,
    saveVersions: () => saveAgain(app, accountId),
    submit: async (members = {}) => {
      const body = { ...orderSubmission, ...members };
      return (await ask('post', 'inference', { body })).task_id;
    },
    openIntegration: async (id) =>
      (await app.dependencies.integrations.get(accountId, id)).settings,
    async claimAll() {
      const leases = await claimEach(worker);
      claimed.push(...leases);
      return leases;
    },
    query: (sql, values) => app.database.pool.query(sql, [...values]),
    async end() {
      for (const lease of claimed) {
        const held = { task_id: lease['task_id'], lease_epoch: lease['lease_epoch'] };
        await worker.report(held, 'complete', { output_data: [], for_loop_status: [] });
      }
      const statuses = ['queued', 'allocated', 'running'];
      await ask('post', 'tasks/cancel', { body: { statuses } });
    },
  };
}

async function saveAgain({ dependencies }: TestApp, accountId: string) {
  const automation = { ...orderAutomation, url: 'https://portal.example/other' };
  const saved = await dependencies.recordings.save(accountId, {
    endpointName: 'order',
    automation,
  });
  return { recording_id: saved.recordingId };
}

async function claimEach(worker: WorkerClient): Promise<Record<string, AnswerBody>[]> {
  const leases: Record<string, AnswerBody>[] = [];
  for (;;) {
    const { status, body } = await worker.post('/claims', {
      worker_id: 'worker-a1',
      wait_seconds: 0,
    });
    if (status !== 200) return leases;
    leases.push(body.lease);
  }
}
