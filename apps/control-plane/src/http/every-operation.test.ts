import { beforeAll, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { type ContractOperation, readEveryContract } from '../contract/read-operations.ts';
import type { Dependencies } from '../dependencies.ts';
import { createWholeApp } from '../testing/create-whole-app.ts';
import { credentialsFor, tokenFor } from '../testing/credentials.ts';
import { registrationTokenOf, workerId, workerToken } from '../testing/enrol-worker.ts';
import { recordLogs } from '../testing/record-logs.ts';
import {
  adminToken,
  gatewayToken,
  orderSubmission,
  type TestApp,
} from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { hasMember } from './read-member.ts';

const contract = readEveryContract();
const declaring = (status: number) => contract.filter(({ statuses }) => statuses.includes(status));
const METHODS = ['get', 'post', 'patch', 'delete', 'put'] as const;

const { logger } = recordLogs();
const options = { logger, gatewayToken, adminToken, validateResponses: true };
const keys = new Map<string, Record<string, string>>();
const app = await useTestApp({ logger, longestStreamMs: 100 });
beforeAll(async () => {
  const past = new Date(Date.now() - 1_000);
  const unusable = async (data: { expiresAt: Date } | { revokedAt: Date }) => {
    const { apiKeyId: id, key } = await app.dependencies.apiKeys.create(app.accountId, {
      name: 'unusable',
    });
    await app.database.prisma.apiKey.update({ where: { id }, data });
    return { 'x-api-key': key };
  };
  keys.set('missing', {});
  keys.set('malformed', { authorization: `Bearer ${app.apiKey}` });
  keys.set('unknown', { 'x-api-key': `errand_${'a'.repeat(43)}` });
  keys.set('expired', await unusable({ expiresAt: past }));
  keys.set('revoked', await unusable({ revokedAt: past }));
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Credentials that must not open an operation that is not for clients. */
function tokens(token: string): [string, Record<string, string>][] {
  const registration = registrationTokenOf(workerId);
  const others = [workerToken, registration, gatewayToken, adminToken].filter(
    (other) => other !== token,
  );
  return [
    ['missing', {}],
    ['malformed', { authorization: token }],
    ['unknown', bearer('x'.repeat(workerToken.length))],
    ['an API key', { ...bearer(app.apiKey), 'x-api-key': app.apiKey }],
    ...others.map((other): [string, Record<string, string>] => ['of others', bearer(other)]),
  ];
}

/** Sends the operation's first example. */
function send(
  server: TestApp['app'],
  operation: ContractOperation,
  headers: Readonly<Record<string, string>> = credentialsFor(operation, app.apiKey),
): supertest.Test {
  const request = supertest(server)[operation.method](operation.urlWith({})).set(headers);
  const [body] = Object.values(operation.examples);
  return body === undefined ? request : sendText(request, JSON.stringify(body));
}

function sendText(request: supertest.Test, text: string): supertest.Test {
  return request.set('content-type', 'application/json').send(text);
}

// proves operation: *; worker *; admin *
describe.each(declaring(401))('$operationId', (operation) => {
  test('401 without valid credentials', async () => {
    const token = tokenFor(operation.path);
    for (const [kind, headers] of token === undefined ? keys : tokens(token)) {
      const { status, body } = await send(app.app, operation, headers);
      expect({ kind, status }).toEqual({ kind, status: 401 });
      expect(JSON.stringify(body)).toMatch(
        /The (?:API key|(?:worker|gateway|admin) token) is |The Authorization header is malformed|cannot be used with this API key/,
      );
    }
  });
});

// proves operation: *; worker *; admin *
describe.each(declaring(415))('$operationId', (operation) => {
  const path = operation.urlWith({});
  const ask = () =>
    supertest(app.app)[operation.method](path).set(credentialsFor(operation, app.apiKey));

  test('400 for a body that is not JSON', async () => {
    const { body } = await sendText(ask(), '{').expect(400);
    expect(JSON.stringify(body)).toMatch(/The body is not valid JSON/);
  });

  test('413 for a body over the limit of the operation', async () => {
    const { body } = await sendText(ask(), `"${'x'.repeat(operation.maxBodyBytes)}"`).expect(413);
    expect(JSON.stringify(body)).toMatch(/larger than the limit/);
  });

  test('415 for a body of a different type', async () => {
    const { body } = await ask().set('content-type', 'text/plain').send('{}').expect(415);
    expect(JSON.stringify(body)).toMatch(/\\"text\/plain\\" is not supported/);
  });
});

// proves operation: *; worker *; admin *
describe('refused requests', () => {
  test('429 beyond the rate limit', async () => {
    const limited = createWholeApp(app.dependencies, { ...options, rateLimitPerMinute: 1 });
    // Worker calls are not counted; operations with their own limit have their own tests.
    const counted = declaring(429).filter(({ document }) => document === 'errand');
    const [first] = counted;
    if (first) await send(limited, first);
    await supertest(limited).post('/api/v1/validate_api_key').send('"k"');
    for (const operation of counted) {
      const { status, headers } = await send(limited, operation);
      const { operationId } = operation;
      const wait = Number(headers['retry-after']);
      expect({ operationId, status }).toEqual({ operationId, status: 429 });
      expect(wait > 0 && wait <= 60).toBe(true);
    }
  });

  test('500 for a bug, without revealing it', async () => {
    const server = createWholeApp(broken(app.dependencies), options);
    for (const operation of declaring(500)) {
      if (operation.operationId === NEEDS_NOTHING) continue;
      const { operationId } = operation;
      const { status, text } = await send(server, operation);
      expect({ operationId, status }).toEqual({ operationId, status: 500 });
      expect(text).not.toMatch(/the-bug/);
    }
  });

  test('405 for a method that the path does not have', async () => {
    for (const { path, urlWith } of contract) {
      const own = contract.filter((other) => other.path === path).map(({ method }) => method);
      for (const method of METHODS.filter((each) => !own.some((name) => name === each))) {
        const answer = await supertest(app.app)[method](urlWith({}).split('?')[0] ?? '');
        expect({ path, method, status: answer.status }).toEqual({ path, method, status: 405 });
        expect(answer.headers['allow']?.toLowerCase().split(', ')).toEqual(
          expect.arrayContaining(own),
        );
      }
    }
  });
});

/** This operation only reads its body, so no dependency can fail. */
const NEEDS_NOTHING = 'checkAutomation';

/** Dependencies that fail everywhere except in the check of credentials. */
function broken(dependencies: Dependencies): Dependencies {
  const { apiKeys } = dependencies;
  const findOwner = (key: string) => (key === app.apiKey ? apiKeys.findOwner(key) : fail());
  const { find, findPool } = dependencies.workerRegister;
  const credentials: Record<string | symbol, unknown> = { findOwner, find, findPool };
  const breakPart = (part: object) =>
    new Proxy(part, { get: (_, name) => credentials[name] ?? fail });
  const parts = Object.entries(dependencies).map(([name, part]: [string, unknown]) => {
    if (typeof part === 'function') return [name, fail];
    const isPart =
      typeof part === 'object' && part !== null && name !== 'draining' && name !== 'leaving';
    return [name, isPart ? breakPart(part) : part];
  });
  return Object.fromEntries(parts);
}

/** Operations on objects that only a run creates; their own tests cover other accounts. */
const AFTER_A_RUN = [
  'createTraceUrl',
  'getLocatorProposal',
  'acceptLocatorProposal',
  'declineLocatorProposal',
];

describe('404 for objects of another account', () => {
  const named = declaring(404).filter(
    ({ document, operationId, parameters, examples }) =>
      document === 'errand' &&
      !AFTER_A_RUN.includes(operationId) &&
      (parameters.some(({ required }) => required === true) ||
        Object.values(examples).some((body) => hasMember(body, 'task_id'))),
  );
  let ids: Record<string, string>;
  beforeAll(async () => {
    ids = await makeThings();
  });

  // proves operation: *
  test.each(named)('404 for the id of another account: $operationId', async (operation) => {
    const ask = (key: string) => {
      const request = supertest(app.app)[operation.method](operation.urlWith(ids));
      request.set('x-api-key', key);
      const [body] = Object.values(operation.examples);
      if (body === undefined) return request;
      const isNamed = hasMember(body, 'task_id');
      const sent = isNamed ? { ...body, task_id: ids['task_id'] } : body;
      return sendText(request, JSON.stringify(sent));
    };
    const { body } = await ask(app.otherApiKey).expect(404);
    expect(JSON.stringify(body)).toMatch(/There is no|No /);
    // The ids are valid: only the account differs.
    expect((await ask(app.apiKey)).status).not.toBe(404);
  });
});

/** Creates objects of the account; returns their ids by the names of the path parameters. */
async function makeThings(): Promise<Record<string, string>> {
  const task_id = await app.submit();
  await app.post(`/api/v1/tasks/${task_id}/cancel`).expect(200);
  const task_callback_url = 'https://erp.example/in';
  await app.post('/api/v1/initiate_callback', { task_id, task_callback_url }).expect(200);
  const { body: list } = await app.get(`/api/v1/tasks/${task_id}/deliveries`).expect(200);
  const { body: recordings } = await app.get('/api/v1/get_recordings').expect(200);
  const { body: workspace } = await app.post('/api/v1/workspaces', { name: 'one' }).expect(201);
  const { body: key } = await app.post('/api/v1/api_keys', { name: 'one' }).expect(201);
  const slack = { workspace_domain: 'acme', token: 'xoxb' };
  const { body: made } = await app.post('/api/v1/integrations', { name: 'one', slack }).expect(201);
  const demo = { url: 'https://erp.example', files: ['data:,a'] };
  const { body: saved } = await app.post('/api/v1/save_demo', demo).expect(200);
  const daily = { name: 'one', cron: '0 7 * * *', task: orderSubmission };
  const { body: planned } = await app.post('/api/v1/schedules', daily).expect(201);
  const { body: opened } = await app
    .post('/api/v1/sessions', { url: 'https://erp.example' })
    .expect(201);
  return {
    task_id,
    delivery_id: list.deliveries[0].delivery_id,
    recording_id: recordings.recordings[0].recording_id,
    workspace_id: workspace.workspace.workspace_id,
    api_key_id: key.key.api_key_id,
    integration_id: made.integration.integration_id,
    goal_id: saved.goal_id,
    schedule_id: planned.schedule.schedule_id,
    session_id: opened.session.session_id,
    version: '1',
  };
}

function fail(): never {
  throw new Error('the-bug');
}
