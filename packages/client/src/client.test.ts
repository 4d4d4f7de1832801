import { sampleRecordings } from '@errand/sample-site';
import { openFleet, type Fleet } from '@errand/task-runner/testing';
import { pollUntil } from '@errand/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createErrand, type Errand, type ErrandOptions } from './create-errand.ts';
import { ErrandError } from './errors.ts';
import type { TaskEvent } from './events/task-event.ts';
import { type BareProject, openBareProject } from './testing/bare-project.ts';
import { LEAVING_WAITS } from './testing/leaving-waits.ts';
import { testPackedClient } from './testing/test-packed-client.ts';
import { testPage } from './testing/test-page.ts';
import { type FaultProxy, startFaultProxy } from './testing/start-fault-proxy.ts';

const owned = new AsyncDisposableStack();
let fleet: Fleet;
let proxy: FaultProxy;
let project: BareProject;
/** Through the proxy. */
let errand: Errand;
beforeAll(async () => {
  fleet = owned.use(await openFleet({ CORS_ORIGINS: '*', ALLOW_PRIVATE_ADDRESSES: 'true' }));
  proxy = owned.use(await startFaultProxy(fleet.controlPlane.url));
  errand = clientOf();
  const { url, apiKey } = fleet.controlPlane;
  const settings = { ERRAND_URL: url, ERRAND_API_KEY: apiKey };
  project = owned.use(await openBareProject(settings, process.env['CLIENT_NODE']));
  for (const recording of sampleRecordings(fleet.site.url)) await fleet.store(recording);
  const parameters = { input_parameters: { note: [] }, generated_parameters: {} };
  await fleet.store({
    endpoint_name: 'idle',
    description: 'Does nothing.',
    automation: { url: fleet.site.url, parameters, nodes: [] },
  });
});
beforeEach(() => void proxy.seen.splice(0));
afterAll(async () => owned.disposeAsync());

const idle = { endpoint_name: 'idle', input_parameters: { note: [] as string[] } };
/** Submits a task that stays queued until it is cancelled, because no worker runs yet. */
const queued = async () => (await errand.submit(idle)).task_id;
const clientOf = (more: Partial<ErrandOptions> = {}): Errand =>
  createErrand({ baseUrl: `${proxy.url}/`, apiKey: fleet.controlPlane.apiKey, ...more });
const statuses = (events: readonly TaskEvent[]) =>
  events.flatMap(({ event, data }) => (event === 'status' ? data.status : []));
const seenAt = (path: string) => proxy.seen.filter((request) => request.path.includes(path));
async function collect<T>(entries: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

test('follows a task through broken connections, without loss or repetition', async () => {
  const taskId = await queued();
  proxy.inject('/events', { breakAt: 'id: ' }, { breakAt: '","at"' }, { breakAt: '\n\nid' });
  const following = collect(errand.events(taskId));
  await pollUntil('the third connection is open', () => seenAt('/events').length === 4);
  await errand.cancel(taskId);
  const events = await following;
  expect(statuses(events)).toEqual(['queued', 'cancelled']);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(await collect(errand.events(taskId, { lastEventId: events[0]?.id }))).toEqual(
    events.slice(1),
  );
  expect(await collect(errand.events(taskId, { lastEventId: events.at(-1)?.id }))).toEqual([]);
});

test('follows the account through broken connections, without loss or repetition', async () => {
  proxy.inject('/events', { breakAt: 'id: ' }, { breakAt: '","at"' });
  const following = new AbortController();
  const kinds = ['task'] as const;
  const changes: string[] = [];
  const ids = new Set<string>();
  let taskId: string | undefined;
  for await (const { event, id, data } of errand.accountEvents({
    kinds,
    signal: following.signal,
  })) {
    ids.add(id);
    if (event === 'reset') taskId = await queued();
    if (event !== 'task' || data.task_id !== taskId) continue;
    changes.push(data.status);
    if (data.status === 'cancelled') break;
    await errand.cancel(data.task_id);
  }
  expect(changes).toEqual(['queued', 'cancelled']);
  expect(ids.size).toBe(3);
  const [first] = ids;
  for await (const { data } of errand.accountEvents({ kinds, lastEventId: first })) {
    expect(data).toMatchObject({ task_id: taskId, status: 'queued' });
    break;
  }
  following.abort();
  await expect(collect(errand.accountEvents({ signal: following.signal }))).rejects.toThrow(
    'aborted',
  );
});

test('waits while the control plane restarts', async () => {
  const [first, second] = [await queued(), await queued()];
  const direct = clientOf({ baseUrl: fleet.controlPlane.url });
  const seen: string[] = [];
  const waiting = direct.waitForTask(first, { onEvent: ({ event }) => seen.push(event) });
  const polling = direct.waitForTasks([second, first]);
  await pollUntil('the wait follows its task', () => seen.length > 0);
  await fleet.controlPlane.restart();
  for (const taskId of [first, second]) await direct.cancel(taskId);
  expect((await waiting).status).toBe('cancelled');
  expect((await polling).map(({ task_id }) => task_id)).toEqual([second, first]);
});

test('polls the status, for 50 tasks per request, where events are refused', async () => {
  const taskIds = await Promise.all(Array.from({ length: 60 }, queued));
  const [followed = '', ...others] = taskIds;
  const sent = [followed.toUpperCase(), ...others];
  const refused = { status: 429, headers: { 'retry-after': '61' } };
  proxy.inject('/events', refused);
  proxy.inject('/task_status', { status: 503, headers: { 'retry-after': '0' } });
  const waiting = Promise.all([errand.waitForTask(followed), errand.waitForTasks(sent)]);
  await pollUntil('two batches are sent', () => seenAt('/task_status').length >= 3);
  expect(seenAt('/events')).toHaveLength(1);
  const { data } = await errand.api.POST('/api/v1/tasks/cancel', { body: { task_ids: taskIds } });
  expect(data?.success).toBe(true);
  const [detail, all] = await waiting;
  expect(detail).toMatchObject({ task_id: followed, status: 'cancelled' });
  expect(all.map(({ task_id }) => task_id)).toEqual(taskIds);
  const sizes = seenAt('/task_status').map(({ body }) => JSON.parse(body).task_id.length);
  expect(Math.max(...sizes)).toBe(50);
  const requests = proxy.seen.length;
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  expect(proxy.seen).toHaveLength(requests);
});

test('follows at most four tasks at once, so that a browser has connections left', async () => {
  const taskIds = await Promise.all(Array.from({ length: 6 }, queued));
  const leaving = new AbortController();
  const waiting = taskIds.map((taskId) =>
    errand.waitForTask(taskId, { signal: leaving.signal }).catch((error: unknown) => error),
  );
  await pollUntil('four are followed', () => seenAt('/events').length >= 4);
  await pollUntil('the others are asked for', () => seenAt('/task_status').length > 0);
  expect(seenAt('/events')).toHaveLength(4);
  const reason = new Error('enough');
  leaving.abort(reason);
  expect(await Promise.all(waiting)).toEqual(taskIds.map(() => reason));
});

test('lets the process end when waits are aborted', async () => {
  expect(await project.run(LEAVING_WAITS)).toBe("4 Set(1) { 'AbortError' }\n");
});

test('ends a failed wait with an error that explains it', async () => {
  const taskId = await queued();
  const unknown = '0b9f6c1e-6f0e-4d7a-9a52-3f6d8c1b7e10';
  const notFound = { name: 'ErrandError', status: 404, code: 'task-not-found' };
  await expect(errand.waitForTask(unknown)).rejects.toMatchObject(notFound);
  await expect(errand.waitForTasks([taskId, unknown])).rejects.toMatchObject(notFound);
  await expect(errand.waitForTask(taskId, { timeoutMs: 100 })).rejects.toMatchObject({
    name: 'WaitTimeoutError',
    taskIds: [taskId],
  });
  await expect(clientOf({ apiKey: 'wrong' }).waitForTasks([taskId])).rejects.toMatchObject({
    status: 401,
  });
  const gone = clientOf({ baseUrl: 'http://127.0.0.1:9', maxRetries: 1 });
  await expect(gone.task(taskId)).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9 sent no complete/);
});

test('submits once although the response was lost and the server was busy', async () => {
  const busy = { status: 503, headers: { 'retry-after': '0' } };
  await queued();
  proxy.seen.splice(0);
  proxy.inject('/inference', { breakAt: '"task_id"' }, busy);
  const lost = { ...idle, input_parameters: { note: ['lost'] } };
  const { task_id: taskId } = await errand.submit(lost);
  expect(seenAt('/inference')).toHaveLength(3);
  const keys = seenAt('/inference').map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  const newest = await errand.api.GET('/api/v1/tasks', { params: { query: { limit: 2 } } });
  expect(newest.data?.tasks[0]?.task_id).toBe(taskId);
  expect((await errand.task(newest.data?.tasks[1]?.task_id ?? '')).input_parameters).toEqual({
    note: [],
  });

  await errand.cancel(taskId);
  proxy.inject('/retry', { breakAt: '"task_id"' });
  const { task_id: again } = await errand.retry(taskId);
  expect(seenAt('/retry')).toHaveLength(2);
  const { data } = await errand.api.GET('/api/v1/tasks', { params: { query: { limit: 2 } } });
  expect(data?.tasks.map(({ task_id: id }) => id)).toEqual([again, taskId]);
});

test('waits as long as Retry-After says, and repeats nothing that is not safe to repeat', async () => {
  const taskId = await queued();
  proxy.inject('/tasks/', { status: 429, headers: { 'retry-after': '1' } });
  const startedAt = performance.now();
  expect((await errand.task(taskId)).status).toBe('queued');
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000);

  const html = '<html>'.repeat(1_000);
  proxy.inject('/cancel', { status: 503, headers: { 'retry-after': '7' }, body: html });
  const refused = await errand.cancel(taskId).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ErrandError);
  expect(refused).toMatchObject({ status: 503, code: undefined, retryAfterMs: 7_000 });
  expect((refused as Error).message.length).toBeLessThan(300);
  expect(seenAt('/cancel')).toHaveLength(1);
  proxy.inject('/tasks/', { status: 429, headers: { 'retry-after': '3600' } });
  await expect(errand.task(taskId)).rejects.toMatchObject({ retryAfterMs: 3_600_000 });
});

test('reports code, violations and request ID of a refused request', async () => {
  const name = { endpoint_name: 'no such recording' };
  await expect(errand.submit({ ...idle, ...name })).rejects.toMatchObject({
    status: 404,
    code: 'endpoint-not-found',
    requestId: expect.stringMatching(/./),
    violations: [],
  });
  const wrong = { ...idle, priority: 'first' as unknown as number };
  await expect(errand.submit(wrong)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^422: priority is "first"/),
    violations: [{ loc: ['body', 'priority'], type: 'type' }],
  });
});

test('lists every entry of a growing list once, across its pages', async () => {
  const known = await collect(errand.list('/api/v1/tasks', { query: { limit: 100 } }));
  const listed: string[] = [];
  for await (const { task_id: taskId } of errand.list('/api/v1/tasks', { query: { limit: 7 } })) {
    if (listed.length === 10) await queued();
    listed.push(taskId);
  }
  expect(listed).toEqual(known.map(({ task_id }) => task_id));
  const some = errand.list('/api/v1/tasks', { query: { limit: 1, status: ['queued', 'running'] } });
  for await (const { status } of some) {
    expect(status).toBe('queued');
    break;
  }
});

test('ends a debug session that is aborted while opening, and says why it ended', async () => {
  const states: string[] = [];
  const leaving = new AbortController();
  const opening = errand.sessions.open(
    { url: fleet.site.url },
    {
      signal: leaving.signal,
      onState({ state }) {
        states.push(state);
        leaving.abort(new Error('enough'));
      },
    },
  );
  await expect(opening).rejects.toThrow('enough');
  expect(states).toEqual(['opening']);
  const [last] = await errand.sessions.list({ state: 'ended' });
  expect(last).toMatchObject({ end_reason: 'closed', source: { url: fleet.site.url } });
  const session = errand.sessions.at(last?.session_id ?? '');
  await expect(session.untilReady()).rejects.toMatchObject({
    name: 'SessionEndedError',
    session: { end_reason: 'closed' },
  });
  await expect(session.locate('get_by_text("x")')).rejects.toMatchObject({
    code: 'debug-session-ended',
  });
  const events = await collect(session.events());
  expect(events.at(-1)).toMatchObject({ event: 'state', data: { state: 'ended' } });
});

test('waits longer for a command than for other requests', async () => {
  const { id } = await errand.sessions.create({ url: fleet.site.url });
  const session = clientOf({ requestTimeoutMs: 300 }).sessions.at(id);
  try {
    const leaving = new AbortController();
    const picking = session.pick({ timeout_seconds: 1, signal: leaving.signal });
    const isOver = picking.catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 700));
    leaving.abort(new Error('enough'));
    expect(await isOver).toEqual(new Error('enough'));
  } finally {
    await errand.sessions.at(id).close();
  }
});

describe('with a worker', () => {
  beforeAll(async () => {
    await errand.api.POST('/api/v1/tasks/cancel', { body: { statuses: ['queued'] } });
    owned.use(await fleet.startWorker());
  });

  testPackedClient(() => ({ controlPlane: fleet.controlPlane, project }));
  testPage(() => fleet.controlPlane);
});
