import { listen } from '@errand/app-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { recordLogs } from '../testing/record-logs.ts';
import { askForUrl, readTicket, screen, speakGateway } from '../testing/speak-gateway.ts';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { checkBrokenBodies, checkBrokenParameters, checkRandomBodies } from './check-refusals.ts';
import {
  createContractClient,
  type Ids,
  type SendToOperation,
  withIds,
} from './contract-client.ts';
import { readContract } from './read-operations.ts';

const contract = [...readContract('worker'), ...readContract('admin')];
const withBody = contract.filter(({ bodySchema }) => bodySchema !== undefined);

/** Operations whose examples cannot succeed here, and the status they return instead. */
const REFUSED: Readonly<Record<string, number>> = {
  // The task does not wait for a message.
  readMessages: 403,
  // There is no warm session.
  closeSession: 404,
};

const stack = new AsyncDisposableStack();
const { logger, entries } = recordLogs();
const counts = { examples: 0, violations: 0, random: 0, unexpected5xx: 0 };
let app: TestApp;
let client: SendToOperation;
beforeAll(async () => {
  app = stack.use(await startTestApp({ logger }));
  const served = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const { url } = stack.use(await listen(app.app, served));
  client = createContractClient({ url, apiKey: app.apiKey });
});
// Some operations end the worker's registration.
beforeEach(() => speakWorker(app).enrol({ screen }));
afterAll(async () => {
  await stack.disposeAsync();
  const { length: operations } = contract;
  process.stderr.write(`worker contract: ${JSON.stringify({ operations, ...counts })}\n`);
});

describe.each(withBody.filter(({ path }) => path.startsWith('/worker/')))(
  '$operationId',
  (operation) => {
    test('ignores unknown members of each example, at any depth', async () => {
      for (const body of Object.values(operation.examples)) {
        const ids = await holdTask(operation.operationId);
        const sent = addUnknownMembers(fitHere(withIds(body, ids)));
        const { status, text } = await send(operation, { body: sent, ids });
        const isGood = status < 300 || REFUSED[operation.operationId] === status;
        expect({ status, text, isGood }).toMatchObject({ isGood: true });
      }
    });
  },
);

describe.each(contract)('$operationId', (operation) => {
  test('returns the declared response for each example', async () => {
    const bodies = Object.entries(operation.examples);
    for (const [name, body] of bodies.length > 0 ? bodies : [['no body', undefined]]) {
      counts.examples += 1;
      const ids = await holdTask(operation.operationId);
      const { status, text } = await send(operation, {
        body: fitHere(withIds(body, ids)),
        ids,
      });
      const isRefused = REFUSED[operation.operationId] === status;
      const isGood = status < 300 || isRefused;
      expect({ name, status, text, isGood }).toMatchObject({ name, isGood: true });
      expect(operation.statuses).toContain(status);
    }
  });

  // proves operation: worker *; admin *
  test('422 for each invalid parameter', async () => {
    const count = await checkBrokenParameters(operation, send);
    expect(count).toBeGreaterThan(0);
    counts.violations += count;
  });
});

describe.each(withBody)('$operationId', (operation) => {
  // proves operation: worker *
  test('422 for each violated constraint', async () => {
    const count = await checkBrokenBodies(operation, send);
    expect(count).toBeGreaterThan(0);
    counts.violations += count;
  });

  test('finds no bug with random bodies', async () => {
    const count = await checkRandomBodies(operation, send);
    expect(count).toBeGreaterThan(0);
    counts.random += count;
  });
});

test('logs no error and returns no unexpected 5xx in the tests above', () => {
  const bugs = entries.filter(({ level }) => level === 'error');
  expect([bugs, counts.unexpected5xx]).toEqual([[], 0]);
});

/** Sessions have separate operations. */
async function submitFor(operationId: string): Promise<string> {
  if (!/Session(?:State|Command|Commands|Events)$/.test(operationId)) return app.submit();
  const { body } = await app.post('/api/v1/sessions', { url: 'https://portal.example/' });
  return body.session.session_id;
}

/**
 * Creates what the examples refer to: a queued task, or one that the worker holds and that waits
 * for a person if needed.
 */
async function holdTask(operationId: string): Promise<Ids> {
  await app.database.pool.query(
    `DELETE FROM tasks; DELETE FROM login_queues; DELETE FROM pgboss.job;
     UPDATE accounts SET pause = NULL; UPDATE portals SET pause = NULL; UPDATE workers SET drain = NULL`,
  );
  if (/Account(?:Deletion)?$/.test(operationId)) return { account_id: await leaveAccount() };
  const task_id = await submitFor(operationId);
  // Operations that delete an account get the other account, because later operations need this
  // one.
  const name = /^(?:delete|get)Account/.test(operationId) ? 'other' : 'owner';
  const account = await app.database.prisma.account.findUniqueOrThrow({ where: { name } });
  const free = {
    account_id: account.id,
    task_id,
    worker_id: workerId,
    wait_id: randomUUID(),
  };
  const worker = speakWorker(app);
  if (operationId === 'registerWorker') return { ...free, worker_id: randomUUID() };
  if (operationId === 'claimTask') return free;
  const lease = await worker.claim();
  const ids = { ...free, lease_secret: lease.lease_secret };
  if (operationId !== 'startTask') await worker.report(lease, 'start').expect(200);
  if (/Ticket|Viewer/.test(operationId)) return showScreen(ids, operationId);
  if (!/^(?:await|end)Human/.test(operationId)) return ids;
  const begin = contract.find((each) => each.operationId === 'beginHumanWait');
  const [example] = Object.values(begin?.examples ?? {});
  await worker.report(lease, 'human-wait', Object(withIds(example, ids))).expect(200);
  return ids;
}

/**
 * Creates an account that is being deleted, because later operations need the test's own account.
 */
async function leaveAccount(): Promise<string> {
  const { accounts, accountDeletions } = app.dependencies;
  const { accountId } = await accounts.ensure(randomUUID());
  await accountDeletions.request(accountId);
  return accountId;
}

/** Makes the task watchable, and opens a viewer when the operation is about one. */
async function showScreen(ids: Ids, operationId: string): Promise<Ids> {
  const url = await askForUrl(app, String(ids['task_id']));
  const { jti, accountId: account_id, apiKeyId: api_key_id } = readTicket(url);
  if (operationId === 'closeViewer') await speakGateway(app).redeem(url).expect(200);
  return { ...ids, jti, account_id, api_key_id };
}

/** Adds unknown members, as a newer worker might. */
function addUnknownMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownMembers);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, addUnknownMembers(member)]);
  return { ...Object.fromEntries(members), newer_member: { newer: [1] } };
}

/** Replaces example values that would cause a long wait or refer to a secret in a vault. */
const HERE = { wait_seconds: 0, name: 'code' };

function fitHere(body: unknown): unknown {
  if (Object(body) !== body) return body;
  const own = Object.entries(HERE).filter(([name]) => name in Object(body));
  return { ...Object(body), ...Object.fromEntries(own) };
}

const send: SendToOperation = async (operation, { body, ...sent } = {}) => {
  const answer = await client(operation, { body, ...sent });
  if (answer.status >= 500) counts.unexpected5xx += 1;
  return answer;
};
