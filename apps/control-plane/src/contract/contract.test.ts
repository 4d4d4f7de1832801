import { listen } from '@errand/app-runtime';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { recordLogs } from '../testing/record-logs.ts';
import { deskAutomation, startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { grantVaults } from '../testing/start-vaults.ts';
import { checkBrokenBodies, checkBrokenParameters, checkRandomBodies } from './check-refusals.ts';
import {
  createContractClient,
  type Ids,
  type SendToOperation,
  withIds,
} from './contract-client.ts';
import { readContract, type ContractOperation } from './read-operations.ts';

const contract = readContract();
const withBody = contract.filter(({ bodySchema }) => bodySchema !== undefined);

const stack = new AsyncDisposableStack();
const { logger, entries } = recordLogs();
/** Operations whose examples cannot succeed here, and the status they return instead. */
const REFUSED: Readonly<Record<string, readonly number[]>> = {
  // Earlier examples have already taken the name.
  updateRecording: [409],
  renameWorkspace: [409],
  updateIntegration: [409],
  // The example's task has left no trace.
  createTraceUrl: [404],
  // The example's task did not stop at a node.
  retryTask: [409],
  // The example's task does not wait for a person.
  resumeTask: [409],
  // The example's proposal does not exist.
  getLocatorProposal: [404],
  acceptLocatorProposal: [404],
  declineLocatorProposal: [404],
  // No roll-out is running.
  endRollout: [409],
  // No server listens at the file's address.
  saveDemo: [422],
  // The task has ended.
  createStreamUrl: [409],
  // The requests carry an API key instead of the cookie.
  getCookieSession: [404],
  deleteCookieSession: [404],
  // The session has ended.
  createSessionStreamUrl: [409],
  runSessionSteps: [409],
  cancelSessionSteps: [409],
  locateInSession: [409],
  pickInSession: [409],
  cancelSessionPick: [409],
  startSessionRecording: [409],
  getSessionRecording: [409],
  pointInSessionRecording: [409],
  stopSessionRecording: [409],
  getSessionSnapshot: [409],
  setSessionVariables: [409],
  restartSession: [409],
  setSessionAutomation: [409],
};
const counts = { examples: 0, violations: 0, random: 0, unexpected5xx: 0 };
let app: TestApp;
let client: SendToOperation;
beforeAll(async () => {
  app = stack.use(await startTestApp({ logger, longestStreamMs: 100 }));
  const served = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  const { url } = stack.use(await listen(app.app, served));
  const apiKeyExpiresAt = new Date(Date.now() + 7 * 86_400_000);
  const expiring = { name: 'contract', expiresAt: apiKeyExpiresAt };
  const { key: apiKey } = await app.dependencies.apiKeys.create(app.accountId, expiring);
  client = createContractClient({ url, apiKey, apiKeyExpiresAt });
  const { operation, body } = exampleOf('updateExample');
  await call(operation, body);
  await app.dependencies.recordings.save(app.accountId, {
    endpointName: 'order-on-the-desktop',
    automation: deskAutomation,
  });
  await grantVaults(app.dependencies, app.accountId);
  await app.database.pool.query('UPDATE accounts SET max_debug_sessions = 10000');
});
afterAll(async () => {
  await stack.disposeAsync();
  process.stderr.write(`contract: ${JSON.stringify({ operations: contract.length, ...counts })}\n`);
});

describe.each(contract)('$operationId', (operation) => {
  test('returns the declared response for each example', async () => {
    const bodies = Object.entries(operation.examples);
    for (const [name = '', body] of bodies.length > 0 ? bodies : [['no body', undefined]]) {
      counts.examples += 1;
      const ids = await makeThings();
      const headers = operation.exampleHeaders[name] ?? {};
      const { status, text } = await send(operation, { body: withIds(body, ids), ids, headers });
      const refused = REFUSED[operation.operationId] ?? [];
      const isGood = status < 300 || refused.includes(status);
      expect({ name, status, text, isGood }).toEqual({ name, status, text, isGood: true });
      expect(operation.statuses).toContain(status);
    }
  });
});

describe.each(contract)('$operationId', (operation) => {
  // proves operation: *
  test('422 for each invalid parameter', async () => {
    const count = await checkBrokenParameters(operation, send);
    expect(count).toBeGreaterThan(0);
    counts.violations += count;
  });
});

describe.each(withBody)('$operationId', (operation) => {
  test('rejects each violated constraint', async () => {
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

/**
 * Creates the objects that the examples refer to, new ones for each example because some delete
 * them.
 */
async function makeThings(): Promise<Ids> {
  const name = `contract-${randomUUID()}`;
  const make = async (operationId: string, more: object = {}, ids: Ids = {}) => {
    const { operation, body } = exampleOf(operationId);
    const answer = await call(operation, { ...Object(withIds(body, ids)), ...more }, ids);
    return JSON.parse(answer);
  };
  const recording = await make('createRecording', { endpoint_name: name, workspace_id: undefined });
  const workspace = await make('createWorkspace', { name });
  const key = await make('createApiKey', { name });
  const mailbox = {
    email_address: `${name}@acme.example`,
    host: 'imap.acme.example',
    password: 'x',
  };
  const integration = await make('createIntegration', { name, mailbox });
  const schedule = await make('createSchedule', { name });
  const { session } = await make('openDebugSession');
  const ended = { session_id: String(session.session_id) };
  await call(exampleOf('endDebugSession').operation, undefined, ended);
  const demo = await make('saveDemo');
  const task = await make('submitTask');
  const ids = { task_id: String(task.task_id) };
  await call(exampleOf('cancelTask').operation, undefined, ids);
  const target = { task_callback_url: 'https://erp.example.com/in' };
  await call(exampleOf('triggerCallback').operation, { ...ids, ...target });
  const listed = await call(exampleOf('listDeliveries').operation, undefined, ids);
  const [delivery] = JSON.parse(listed).deliveries;
  await app.database.pool.query(`UPDATE callback_deliveries SET state = 'failed'`);
  return {
    ...ids,
    delivery_id: delivery.delivery_id,
    recording_id: recording.recording_id ?? recording.recording?.recording_id,
    workspace_id: workspace.workspace_id ?? workspace.workspace?.workspace_id,
    api_key_id: key.api_key_id ?? key.api_key?.api_key_id ?? key.key?.api_key_id,
    integration_id: integration.integration.integration_id,
    schedule_id: schedule.schedule.schedule_id,
    ...ended,
    goal_id: demo.goal_id,
    version: '1',
  };
}

function exampleOf(operationId: string) {
  const operation = contract.find((each) => each.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation "${operationId}".`);
  return { operation, body: Object.values(operation.examples)[0] };
}

/** Returns the text of a successful response. */
async function call(operation: ContractOperation, body: unknown, ids: Ids = {}): Promise<string> {
  const { status, text } = await send(operation, { body, ids });
  if (status < 300) return text;
  throw new Error(`${operation.operationId} returned ${status}: ${text}`);
}

const send: SendToOperation = async (operation, sent) => {
  const answer = await client(operation, sent);
  if (answer.status >= 500) counts.unexpected5xx += 1;
  return answer;
};
