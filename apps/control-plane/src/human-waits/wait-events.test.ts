import { listen } from '@errand/app-runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { START } from '../events/event-position.ts';
import { createEventReader } from '../events/event-store.ts';
import { readStatusHistory, type StatusHistory } from '../events/status-history.ts';
import { beginWait, whatFor } from '../testing/begin-wait.ts';
import { followTask } from '../testing/follow-task.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { startTestApp, type TestApp } from '../testing/start-test-app.ts';

const stack = new AsyncDisposableStack();
let app: TestApp;
let url: string;
beforeAll(async () => {
  app = stack.use(await startTestApp());
  const served = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  url = stack.use(await listen(app.app, served)).url;
});
afterAll(async () => stack.disposeAsync());

const follow = (taskId: string, options: { readonly id?: string } = {}) =>
  followTask({ url, apiKey: app.apiKey, taskId, ...options });

// proves operation: streamTaskEvents
test('200 reports a wait for a person and its resume, after any event id', async () => {
  const taskId = await app.submit();
  const listener = await follow(taskId);
  const worker = speakWorker(app);
  const { lease } = await beginWait(worker);
  await listener.until(4);
  const variables = { sms_code: ['493817'] };
  await app.post(`/api/v1/tasks/${taskId}/resume`, { variables }).expect(200);
  await listener.until(5);
  const wait = { wait_id: randomUUID(), ...whatFor, max_wait_seconds: 60 };
  await worker.report(lease, 'human-wait', wait).expect(200);
  await listener.until(6);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);

  const all = await listener.end();
  expect(all.map(({ event }) => event)).toEqual([
    'status',
    'status',
    'status',
    'waiting_for_human',
    'resumed',
    'waiting_for_human',
    'status',
  ]);
  const [began, resumed] = all.slice(3).map(({ data }) => data);
  expect(began).toMatchObject({ attempt: 1, ...whatFor });
  expect(resumed).toMatchObject({ node_path: whatFor.node_path, variable_names: ['sms_code'] });
  expect(resumed?.['resumed_by']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify(all)).not.toContain('493817');
  for (const [index, { id }] of all.slice(0, -1).entries()) {
    const rest = await (await follow(taskId, { id })).end();
    expect(rest).toEqual(all.slice(index + 1));
  }
});

test('holds back what happened in an attempt until its start has been read', async () => {
  const taskId = await app.submit();
  const { database, accountId } = app;
  const readHistory = async () => {
    const history = await readStatusHistory(database.pool, accountId, taskId);
    if (!history) throw new Error('The task is gone.');
    return history;
  };
  const before = await readHistory();
  await beginWait(speakWorker(app));
  const reader = createEventReader(database, taskId, START);
  const read = async (history: StatusHistory) =>
    (await reader.read(history)).map(({ event }) => event);
  expect(await read(before)).toEqual(['status']);
  expect(await read(await readHistory())).toEqual(['status', 'status', 'waiting_for_human']);
});

test('200 puts a wait between the steps before and after it', async () => {
  const taskId = await app.submit();
  const worker = speakWorker(app);
  const { lease } = await beginWait(worker);
  await app.post(`/api/v1/tasks/${taskId}/resume`).expect(200);
  const later = { started_at: new Date(Date.now() + 1_000).toISOString() };
  const steps = [stepOf(0), { ...stepOf(1), ...later }];
  await worker.report(lease, 'steps', { steps }).expect(200);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  const events = await (await follow(taskId)).end();
  const [, , , ...rest] = events.map(({ event }) => event);
  expect(rest).toEqual(['step', 'waiting_for_human', 'resumed', 'step', 'status']);
});

function stepOf(sequence: number) {
  return {
    sequence,
    node_path: `nodes[${sequence}]`,
    kind: 'click_element',
    outcome: 'done',
    started_at: '2026-03-02T09:15:01.900Z',
    duration_ms: 3,
  };
}
