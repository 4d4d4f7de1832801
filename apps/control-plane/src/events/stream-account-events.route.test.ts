import { loadErrandDocument } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import { beginWait } from '../testing/begin-wait.ts';
import type { ReceivedEvent } from '../testing/follow-task.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { recordRun } from '../schedules/schedule-runs.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useEventServers } from '../testing/use-event-servers.ts';

const { logger } = recordLogs();
const { app, urls, serveReplica, followAccount, takeAccount, findNow } =
  await useEventServers(logger);
const { pool } = app.database;
const worker = speakWorker(app);

function show({ event, data }: ReceivedEvent): string {
  const about = data['status'] ?? data['state'] ?? data['change'] ?? data['outcome'];
  return typeof about === 'string' ? `${event} ${about}` : event;
}

/** Events of every kind, and the recording and the task that they are about. */
async function doEverything(): Promise<readonly string[]> {
  const secret = 'mEs5aGe-of-a-person';
  const recording = { endpoint_name: 'fresh', automation: orderAutomation };
  const { body: made } = await app.post('/api/v1/recordings', recording).expect(201);
  const path = `/api/v1/recordings/${made.recording_id}`;
  const settings = `/api/v1/update_recording/${made.recording_id}`;
  await app.post('/api/v1/update_example', recording).expect(200);
  await app.post(`${path}/rollback`, { version: 1 }).expect(200);
  await app.patch(settings, { description: 'New.' }).expect(200);
  // Changes nothing.
  await app.patch(settings, { description: 'New.' }).expect(200);
  await app.delete(path).expect(200);
  const taskId = await app.submit();
  const { lease } = await beginWait(worker);
  await app.post(`/api/v1/tasks/${taskId}/resume`, { variables: { sms_code: [secret] } });
  const message = `Typed ${secret}.`;
  const error = { class: 'timeout', message, retry: 'never' };
  const result = { output_data: [], for_loop_status: [], error };
  await worker.report(lease, 'fail', result).expect(200);
  const task_callback_url = 'https://erp.invalid/?password=mEs5aGe';
  await app.post('/api/v1/initiate_callback', { task_id: taskId, task_callback_url }).expect(200);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM callback_deliveries');
  for (const state of ['pending', 'delivered'] as const) {
    await app.dependencies.deliveries.record({
      deliveryId: rows[0]?.id ?? '',
      attempts: state === 'pending' ? 0 : 1,
      startedAt: new Date(),
      status: 503,
      error: null,
      response: secret,
      state,
      retryAt: undefined,
    });
  }
  await changeSchedules();
  return [made.recording_id, taskId];
}

/** A schedule with a secret, through its whole life cycle. */
async function changeSchedules(): Promise<void> {
  const secure_parameters = { code: [{ totp: { totp_secret: 'MESAGE2MESAGE2MESAGE' } }] };
  const daily = { name: 'daily', cron: '0 7 * * *', task: orderSubmission };
  const { body } = await app.post('/api/v1/schedules', daily).expect(201);
  const path = `/api/v1/schedules/${body.schedule.schedule_id}`;
  const change = (members: object) => app.patch(path, members).expect(200);
  await change({ task: { ...orderSubmission, secure_parameters } });
  // Changes nothing.
  await change({ cron: '0 7 * * *', paused: false });
  await change({ cron: '0 8 * * *', paused: true });
  await change({ paused: false });
  const run = { scheduleId: body.schedule.schedule_id, dueAt: new Date(0), isCatchUp: false };
  const error = { status: 404, code: 'endpoint-not-found', message: 'There is no mEs5aGe.' };
  await recordRun(app.database, run, { outcome: 'refused', error });
  await app.delete(path).expect(200);
}

const EVERYTHING = [
  'recording created',
  'recording new_version',
  'recording rolled_back',
  'recording settings_changed',
  'recording deleted',
  'task queued',
  'task allocated',
  'task running',
  'waiting_for_human',
  'wait_ended resumed',
  'task failed',
  'delivery delivered',
  'schedule created',
  'schedule changed',
  'schedule changed',
  'schedule paused',
  'schedule resumed',
  'schedule_run refused',
  'schedule deleted',
];

// proves operation: streamAccountEvents
test("200 sends the account's events as the document declares, without secrets", async () => {
  await findNow();
  const listening = takeAccount(1 + EVERYTHING.length);
  await takeAccount(1);
  const [recordingId, taskId] = await doEverything();
  const events = await listening;
  expect(events.map(show)).toEqual(['reset', ...EVERYTHING]);
  expect(events[0]?.data).toEqual({ reason: 'no_position', at: expect.any(String) });
  expect(events[1]?.data).toMatchObject({ recording_id: recordingId, endpoint_name: 'fresh' });
  expect(events.find(({ data }) => data['status'] === 'failed')?.data).toMatchObject({
    task_id: taskId,
    attempt: 1,
    error_class: 'timeout',
  });
  expect(events.at(-2)?.data).toMatchObject({
    name: 'daily',
    due_at: '1970-01-01T00:00:00.000Z',
    task_id: null,
    error_code: 'endpoint-not-found',
  });
  expect(JSON.stringify(events)).not.toMatch(/mEs5aGe/i);
  const { rows } = await pool.query('SELECT data FROM account_events');
  expect(JSON.stringify(rows)).not.toMatch(/mEs5aGe|MESAGE2|ann/);
  for (const { event, data } of events) {
    expect(Object.keys(data).toSorted()).toEqual(membersOf(event));
  }
  // Ids reveal nothing about the transactions, which are counted for all accounts.
  for (const { id } of events) expect(id).toMatch(/^[\w-]{106}$/);
  const own = { endpoint_name: 'own', automation: orderAutomation };
  const [reset] = await takeAccount(1, { apiKey: app.otherApiKey });
  await app.post('/api/v1/recordings', own).set('x-api-key', app.otherApiKey).expect(201);
  const [first] = await takeAccount(1, { id: reset?.id, apiKey: app.otherApiKey });
  expect(first?.data).toMatchObject({ change: 'created', endpoint_name: 'own' });
});

const { schemas } = (
  loadErrandDocument() as unknown as {
    readonly components: { readonly schemas: Record<string, EventSchema> };
  }
).components;

interface EventSchema {
  readonly required: readonly string[];
  readonly properties?: {
    readonly event?: { readonly const?: string };
    readonly data?: { readonly $ref: string };
  };
}

/** Every member is required, and no other is allowed. */
function membersOf(kind: string): readonly string[] | undefined {
  const variants = Object.entries(schemas).filter(([name]) => name.startsWith('Account'));
  const found = variants.find(([, { properties }]) => properties?.event?.const === kind);
  const name = found?.[1].properties?.data?.$ref.split('/').at(-1) ?? '';
  return schemas[name]?.required.toSorted();
}

// proves operation: streamAccountEvents
test('200 continues after every event, at any replica, and selects kinds', async () => {
  const start = await findNow();
  await app.submit();
  await app.post('/api/v1/tasks/cancel', { statuses: ['queued'], endpoint_name: 'order' });
  await app.post('/api/v1/update_example', { endpoint_name: 'order', automation: orderAutomation });
  const all = await takeAccount(3, { id: start });
  expect(all.map(show)).toEqual(['task queued', 'task cancelled', 'recording new_version']);
  for (const [index, { id }] of all.slice(0, -1).entries()) {
    expect(await takeAccount(2 - index, { id, url: urls[1] })).toEqual(all.slice(index + 1));
  }
  const query = `?kinds=recording,delivery&last_event_id=${start}`;
  expect(await takeAccount(1, { query })).toEqual(all.slice(2));
});

test('200 sends an event in the right place even if its transaction commits late', async () => {
  const start = await findNow();
  const listening = takeAccount(3, { id: start });
  const late = await pool.connect();
  try {
    await late.query('BEGIN');
    await late.query(
      `UPDATE recordings SET description = 'late' WHERE account_id = $1 AND endpoint_name = 'order'`,
      [app.accountId],
    );
    const taskId = await app.submit();
    await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
    // A client that asks now gets no event, because it would otherwise miss the late one.
    const early = await followAccount({ id: start, url: await serveReplica({ longestMs: 1_000 }) });
    expect(await early.end()).toEqual([]);
    await late.query('COMMIT');
  } finally {
    late.release();
  }
  const expected = ['recording settings_changed', 'task queued', 'task cancelled'];
  expect((await listening).map(show)).toEqual(expected);
});
