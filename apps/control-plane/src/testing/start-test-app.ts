import { expect } from '@jest/globals';
import type { WorkerProtocol } from '@errand/api-types';
import { createLogger, type Logger } from '@errand/app-runtime';
import { createEgressGuard } from '@errand/egress-guard';
import { createLocalStorage, createLocalStorageRouter } from '@errand/object-storage';
import { createSealer, type SecretCredentials } from '@errand/secrets';
import { createStreamKeys, parseSigningKeys } from '@errand/stream-ticket';
import { createTestDatabase } from '@errand/test-kit';
import type { Express } from 'express';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { createAccountStore } from '../accounts/account-store.ts';
import { createDependencies } from '../create-dependencies.ts';
import { connectDatabase, type Database } from '../database/connect-database.ts';
import type { Dependencies } from '../dependencies.ts';
import { linkToError } from '../http/error-pages.ts';
import { queues } from '../jobs.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { RetentionPeriods } from '../accounts/retention-periods.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import { openBell } from '../transitions/bell.ts';
import { createWholeApp } from './create-whole-app.ts';
import { enrolWorker, workerToken } from './enrol-worker.ts';

export const adminToken = 'admin-token-of-the-tests-0123456789';
export const gatewayToken = 'gateway-token-of-the-tests-0123456789';

export const streamKeys = createStreamKeys('test');
const testLiveView = {
  streamPublicUrl: 'ws://127.0.0.1:8081/',
  streamSigningKeys: parseSigningKeys(streamKeys.signing),
};

/**
 * The whole app on its own database, queue and folder, with one account, one recording and one
 * worker.
 */
export interface TestApp extends AsyncDisposable {
  readonly app: Express;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly dependencies: Dependencies;
  /** The folder of the app's files. */
  readonly filesDirectory: string;
  readonly accountId: string;
  readonly apiKey: string;
  /** A key of an account without any data. */
  readonly otherApiKey: string;
  /** Sends the account's API key, and JSON when there is a body. */
  readonly get: (path: string) => supertest.Test;
  readonly post: (path: string, body?: unknown) => supertest.Test;
  readonly patch: (path: string, body?: unknown) => supertest.Test;
  readonly delete: (path: string) => supertest.Test;
  /** Submits a task of the recording `order` and returns its id. */
  readonly submit: () => Promise<string>;
}

/** Parameters of the recording `order`, which also references the secret. */
export const orderAutomation = {
  url: 'https://portal.example/login',
  parameters: {
    input_parameters: { username: ['example'], number: [] },
    generated_parameters: {},
    secure_parameters: { code: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] },
  },
  nodes: [
    {
      type: 'action_node',
      interaction_action: {
        input_text: { command: 'get_by_label("User")', input_text: '{username[0]}' },
      },
    },
  ],
};

/** Runs on a remote desktop, or in a browser if there is none. */
export const deskAutomation = {
  ...orderAutomation,
  browser_channel: 'rdp',
  nodes: [
    {
      type: 'action_node',
      interaction_action: { input_text: { keyword: 'User', input_text: '{username[0]}' } },
    },
  ],
};

export const orderSubmission = {
  endpoint_name: 'order',
  input_parameters: { username: ['ann'], number: ['7'] },
};

/** The automation as stored and returned: the seed is never shown again. */
export const sealedOrder = {
  ...orderAutomation,
  parameters: {
    ...orderAutomation.parameters,
    secure_parameters: {
      code: [{ totp: { totp_secret: expect.stringMatching(/^sealed:v1\.test\.[\w.-]+$/) } }],
    },
  },
};

/** The warning on saving the automation, which contains the seed. */
export const orderWarning = {
  path: ['parameters', 'secure_parameters', 'code', 0, 'totp', 'totp_secret'],
  message:
    'The automation contains a seed. It is stored encrypted, but its author knows it: keep it in a vault and refer to it with type "totp_secret", or let tasks supply it.',
  rule: 'secret-in-plain-field',
};

const neverAborted = new AbortController().signal;

export const testSealer = createSealer({ keys: [{ id: 'test', key: Buffer.alloc(32, 1) }] });

export async function startTestApp(
  options: {
    readonly logger?: Logger;
    readonly draining?: AbortSignal;
    /** Default true: files may be fetched from this machine. */
    readonly allowPrivateAddresses?: boolean;
    /** Default true: running tasks may be watched. */
    readonly hasLiveView?: boolean;
    /** A migrated database that others may share. Default: a new one. */
    readonly databaseUrl?: string;
    /** Credentials of the installation's vaults. Default none. */
    readonly secretCredentials?: SecretCredentials;
    /** Base URLs of the APIs of Slack and Twilio. Default none. */
    readonly slackUrl?: string;
    readonly twilioUrl?: string;
    /** Default none; an account may have its own. */
    readonly storageLimits?: StorageLimits;
    readonly mailsPerDay?: number;
    /** Default: tasks and files are kept forever. */
    readonly retention?: RetentionPeriods;
    /** Default: this release's version. */
    readonly workerProtocol?: WorkerProtocol;
    /** After how many milliseconds an event stream ends. Default: an hour. */
    readonly longestStreamMs?: number;
    /** See `startJobQueue`. */
    readonly fallbackIntervalMs?: number;
  } = {},
): Promise<TestApp> {
  await using stack = new AsyncDisposableStack();
  const logger = options.logger ?? createLogger({ name: 'test', level: 'error' });
  const url = options.databaseUrl ?? stack.use(await createTestDatabase()).url;
  const database = stack.use(await connectDatabase({ url, poolSize: 4 }));
  const { fallbackIntervalMs = 2_000 } = options;
  const queue = stack.use(await startJobQueue({ url, queues, logger, fallbackIntervalMs }));
  const bell = stack.use(await openBell({ url, logger }));
  const directory = await mkdtemp(join(tmpdir(), 'errand-files-'));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const storage = await createLocalStorage({
    directory,
    signingKey: Buffer.alloc(32, 2),
    publicUrl: 'http://127.0.0.1:8080/files',
  });
  const dependencies = createDependencies({
    database,
    queue,
    bell,
    storage,
    storageLimits: options.storageLimits ?? {},
    retention: options.retention ?? { taskDays: 0, fileDays: 0 },
    mailsPerDay: options.mailsPerDay,
    sealer: testSealer,
    egress: createEgressGuard({ allowPrivateAddresses: options.allowPrivateAddresses ?? true }),
    publicUrl: 'http://127.0.0.1:8080',
    workerToken,
    secretCredentials: options.secretCredentials ?? {},
    secretTimeoutMs: 2_000,
    slackUrl: options.slackUrl ?? 'http://127.0.0.1:9',
    twilioUrl: options.twilioUrl ?? 'http://127.0.0.1:9',
    logger,
    leaseSeconds: 9,
    timeoutGraceSeconds: 30,
    localLeaseSeconds: 600,
    ...(options.hasLiveView === false ? {} : { liveView: testLiveView }),
    downloadUrlExpirySeconds: 60,
    workerProtocol: options.workerProtocol,
    longestStreamMs: options.longestStreamMs,
    leaving: options.draining ?? neverAborted,
    draining: options.draining ?? neverAborted,
  });
  const accounts = await addAccounts(database, dependencies);
  await enrolWorker({ database, dependencies });
  const app = createWholeApp(dependencies, {
    logger,
    gatewayToken,
    adminToken,
    validateResponses: true,
    ...(options.hasLiveView === false ? {} : { liveView: testLiveView }),
    files: createLocalStorageRouter(storage, { linkTo: linkToError }),
  });
  const owned = stack.move();
  return {
    app,
    databaseUrl: url,
    database,
    queue,
    dependencies,
    filesDirectory: directory,
    ...accounts,
    ...speak(app, accounts.apiKey),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function addAccounts(database: Database, { apiKeys, recordings }: Dependencies) {
  const accounts = createAccountStore(database);
  const { accountId } = await accounts.ensure('owner');
  const other = await accounts.ensure('other');
  await recordings.save(accountId, { endpointName: 'order', automation: orderAutomation });
  const { key: apiKey } = await apiKeys.create(accountId, { name: 'test' });
  const { key: otherApiKey } = await apiKeys.create(other.accountId, { name: 'test' });
  return { accountId, apiKey, otherApiKey };
}

function speak(
  app: Express,
  apiKey: string,
): Pick<TestApp, 'get' | 'post' | 'patch' | 'delete' | 'submit'> {
  const client = supertest(app);
  const send = (request: supertest.Test, body?: unknown): supertest.Test => {
    request.set('x-api-key', apiKey);
    if (body === undefined) return request;
    return request.set('content-type', 'application/json').send(JSON.stringify(body));
  };
  const post = (path: string, body?: unknown): supertest.Test => send(client.post(path), body);
  return {
    get: (path) => send(client.get(path)),
    post,
    patch: (path, body) => send(client.patch(path), body),
    delete: (path) => send(client.delete(path)),
    async submit() {
      const { body } = await post('/api/v1/inference', orderSubmission).expect(202);
      return body.task_id;
    },
  };
}
