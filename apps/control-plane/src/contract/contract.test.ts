import { listen } from '@errand/app-runtime';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { recordLogs } from '../testing/record-logs.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';
import { readContract, type ContractOperation } from './read-operations.ts';
import { violateParameters } from './violate-parameters.ts';
import { violateEach } from './violate.ts';

/** Printed, so that a failure can be repeated. */
const SEED = 20_261_121;
const RANDOM_BODIES = 40;
/** Of the validator, and of what we say when we know no better ones. */
const RAW_WORDS = /must (?:be|not|match|have)|does not allow|text that matches|the format/i;
const contract = readContract();
const withBody = contract.filter(({ bodySchema }) => bodySchema !== undefined);

const stack = new AsyncDisposableStack();
const { logger, entries } = recordLogs();
/** Operations whose examples cannot succeed here, and what they answer instead. */
const REFUSED: Readonly<Record<string, readonly number[]>> = {
  // Earlier examples have given the name away.
  updateRecording: [409],
  renameWorkspace: [409],
  // Its task waits for nobody.
  resumeTask: [409],
  // Nothing answers at the address of a file.
  saveDemo: [422],
};
const WHOLE = 'whole';
/** Operations that declare 501: all of one, or the requests with these headers. */
const NOT_AVAILABLE: Readonly<Record<string, typeof WHOLE | Readonly<Record<string, string>>>> = {
  createStreamUrl: WHOLE,
  submitTask: { 'x-inference-target': 'local' },
};
const counts = { examples: 0, violations: 0, random: 0, notAvailable: 0, unexpected5xx: 0 };
let app: TestApp;
let url: string;
beforeAll(async () => {
  app = stack.use(await startTestApp({ logger }));
  const served = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  url = stack.use(await listen(app.app, served)).url;
  const { operation, body } = exampleOf('updateExample');
  await call(operation, body);
});
afterAll(async () => {
  await stack.disposeAsync();
  process.stderr.write(`contract: ${JSON.stringify({ operations: contract.length, ...counts })}\n`);
});

describe.each(contract)('$operationId', (operation) => {
  test('answers its examples as the document declares', async () => {
    const bodies = Object.entries(operation.examples);
    for (const [name, body] of bodies.length > 0 ? bodies : [['no body', undefined]]) {
      counts.examples += 1;
      const ids = await makeThings();
      const { status, text } = await send(operation, { body: withIds(body, ids), ids });
      if (status === 501) counts.notAvailable += 1;
      const isNotAvailable = NOT_AVAILABLE[operation.operationId] === WHOLE;
      const refused = REFUSED[operation.operationId] ?? [];
      const isGood = isNotAvailable ? status === 501 : status < 300 || refused.includes(status);
      expect({ name, status, text, isGood }).toEqual({ name, status, text, isGood: true });
      expect(operation.statuses).toContain(status);
    }
  });
});

// operation: createStreamUrl, submitTask
test('501 where something is declared not available, and nowhere else', async () => {
  const declaring = contract.filter(({ statuses }) => statuses.includes(501));
  expect(declaring.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(NOT_AVAILABLE).toSorted(),
  );
  for (const operation of declaring) {
    const variant = NOT_AVAILABLE[operation.operationId];
    const headers = typeof variant === 'object' ? variant : {};
    const [body] = Object.values(operation.examples);
    expect((await send(operation, { body, headers })).status).toBe(501);
  }
});

describe.each(contract)('$operationId', (operation) => {
  const cases = violateParameters(operation.parameters);

  // operation: *
  test(`422 for each of ${cases.length} broken parameters`, async () => {
    const accepted: string[] = [];
    for (const { name, ...parameters } of cases) {
      counts.violations += 1;
      const [body] = Object.values(operation.examples);
      const { status, text } = await send(operation, { body, ...parameters });
      if (status !== 422 || RAW_WORDS.test(text)) accepted.push(`${status} ${name} ${text}`);
    }
    expect(accepted).toEqual([]);
  });
});

describe.each(withBody)('$operationId', (operation) => {
  const cases = Object.values(operation.examples).flatMap((example) =>
    violateEach(operation.bodySchema ?? {}, example),
  );

  test(`refuses each of ${cases.length} broken constraints`, async () => {
    expect(cases.length).toBeGreaterThan(0);
    const accepted: string[] = [];
    for (const { name, body } of cases) {
      counts.violations += 1;
      const { status, text } = await send(operation, { body });
      if (status !== 422 && status !== 400) accepted.push(`${status} ${name}`);
      expect(status === 422 && RAW_WORDS.exec(text)).toBeFalsy();
    }
    expect(accepted).toEqual([]);
  });

  test('meets no bug with random bodies', async () => {
    const names = Object.keys(operation.bodySchema?.properties ?? {});
    const member = fc.tuple(fc.constantFrom(...names, 'other'), fc.jsonValue());
    const random = fc.oneof(
      fc.jsonValue(),
      fc.array(member, { maxLength: 6 }).map((members) => Object.fromEntries(members)),
    );
    await fc.assert(
      fc.asyncProperty(random, async (body) => {
        counts.random += 1;
        const { status } = await send(operation, { body });
        expect(operation.statuses).toContain(status);
      }),
      { seed: SEED, numRuns: RANDOM_BODIES },
    );
  });
});

test('met no bug in all of this', () => {
  const bugs = entries.filter(({ level }) => level === 'error');
  expect([bugs, counts.unexpected5xx]).toEqual([[], 0]);
});

type Ids = Readonly<Record<string, string>>;

/** What the examples speak of, made anew for each of them because some delete it. */
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
    goal_id: demo.goal_id,
    version: '1',
  };
}

/** The value with these ids in the place of the examples' own. */
function withIds(value: unknown, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((member) => withIds(member, ids));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' && name.endsWith('_id')
        ? (ids[name] ?? member)
        : withIds(member, ids),
    ]),
  );
}

function exampleOf(operationId: string) {
  const operation = contract.find((each) => each.operationId === operationId);
  if (!operation) throw new Error(`The document has no operation "${operationId}".`);
  return { operation, body: Object.values(operation.examples)[0] };
}

/** Answers the text of a success. */
async function call(operation: ContractOperation, body: unknown, ids: Ids = {}): Promise<string> {
  const { status, text } = await send(operation, { body, ids });
  if (status < 300) return text;
  throw new Error(`${operation.operationId} answered ${status}: ${text}`);
}

interface Sent {
  readonly body?: unknown;
  readonly ids?: Ids;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(
  operation: ContractOperation,
  { body, ids = {}, query = {}, headers = {} }: Sent = {},
) {
  const address = new URL(`${url}${operation.urlWith(ids)}`);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const answer = await fetch(address, {
    method: operation.method.toUpperCase(),
    headers: {
      'x-api-key': app.apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await answer.text();
  // 501 is declared where an operation is not there yet.
  if (answer.status >= 500 && answer.status !== 501) counts.unexpected5xx += 1;
  return { status: answer.status, text };
}
