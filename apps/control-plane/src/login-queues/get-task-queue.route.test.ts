import { beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { labelAccount } from '../accounts/label-account.ts';
import type { ClaimingWorker } from '../leases/claim-when-ready.ts';
import type { Lease } from '../leases/lease.ts';
import { enrolWorker } from '../testing/enrol-worker.ts';
import { holderOf, noResult } from '../testing/open-stores.ts';
import { scriptSession } from '../testing/script-session.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const login = { unique_parameter_names: ['username'] };
const signal = new AbortController().signal;

const app = await useTestApp();
beforeEach(async () => {
  await emptyTables(app.database, 'tasks', 'portals', 'workers');
  await app.database.pool.query('DELETE FROM pgboss.job');
});

test('200 reports the task that holds the login, the position and the estimated wait', async () => {
  await finishOne(7);
  const held = await submit(login);
  await claim();
  const first = await submit(login);
  const last = await submit(login);
  const sooner = await submit({ ...login, priority: 1 });
  expect(await explain(last)).toEqual({
    task_id: last,
    status: 'queued',
    login_queue: expect.stringMatching(/^[0-9a-f]{64}$/),
    reason: 'login_busy',
    message:
      '1 task is already running for the same login, and the limit is 1 (per_login_parallelism).',
    position: 3,
    position_is_lower_bound: false,
    held_by: [held],
    estimated_seconds: 21,
    has_worker: true,
    max_parallelism: null,
    per_login_parallelism: 1,
  });
  expect(await explain(first)).toMatchObject({ position: 2, estimated_seconds: 14 });
  expect(await explain(sooner)).toMatchObject({ position: 1, estimated_seconds: 7 });
});

test('200 reports whether a worker is available', async () => {
  const missing = 'No worker that serves this account was seen within the last 60 seconds.';
  const [first, second] = [await submit(), await submit()];
  const alone = { reason: 'no_worker', held_by: [], estimated_seconds: null };
  expect(await explain(first)).toMatchObject({
    ...alone,
    message: missing,
    position: 1,
    has_worker: false,
  });
  expect(await explain(second)).toMatchObject({ ...alone, message: missing, position: 2 });

  await claim({ workerId: 'small', slots: 1 });
  expect(await explain(second)).toMatchObject({
    ...alone,
    message: 'It starts as soon as a worker has a free slot.',
    position: 1,
    has_worker: true,
  });
  await app.database.pool.query(`UPDATE workers SET last_seen_at = now() - interval '61 s'`);
  expect(await explain(second)).toMatchObject({ message: missing, has_worker: false });
});

test('200 names the debug session that holds the login or a slot', async () => {
  await enrolWorker(app);
  const { start } = scriptSession(app);
  const automation = orderAutomation;
  const { input_parameters } = orderSubmission;
  const { id } = await start({ automation, input_parameters, ...login });
  const named = `The debug session ${id} holds a place: end it (errand sessions end ${id}, or DELETE /api/v1/sessions/${id}), or wait for its end.`;
  expect(await explain(await submit(login))).toMatchObject({
    reason: 'login_busy',
    message: `1 task is already running for the same login, and the limit is 1 (per_login_parallelism). ${named}`,
    held_by: [id],
  });
  const { body } = await app.get('/api/v1/login_queues').expect(200);
  expect(body.login_queues).toMatchObject([{ endpoint_names: ['debug session', 'order'] }]);
  await start({ url: orderAutomation.url });
  expect(await explain(await submit())).toMatchObject({
    reason: 'no_worker',
    message: expect.stringContaining(`slot. 2 debug sessions hold places, such as ${id}: end it`),
    held_by: [],
  });
});

test('200 counts only workers of the label and never reveals it', async () => {
  const taskId = await submit();
  const label = (word: string | null) => labelAccount(app, app.accountId, word);
  await label('acme');
  await claim({ workerId: 'unlabelled' }, { isOptional: true });
  const missing = await explain(taskId);
  expect(missing).toMatchObject({ reason: 'no_worker', has_worker: false, position: 1 });
  expect(JSON.stringify(missing)).not.toContain('acme');
  await app.database.pool.query(`UPDATE workers SET labels = '{acme}'`);
  const found = await explain(taskId);
  expect(found).toMatchObject({ reason: 'no_worker', has_worker: true });
  expect(JSON.stringify(found)).not.toMatch(/acme|unlabelled/);
  await label(null);
});

test('200 lists what runs at a full portal, before and after the permit is parked', async () => {
  const limit = { max_parallelism: 1 };
  const held = await submit(limit);
  await claim();
  const [first, second] = [await submit(limit), await submit({ ...limit, ...login })];
  const full = {
    reason: 'portal_limit',
    message: 'https://portal.example has reached its limit (max_parallelism 1).',
    held_by: [held],
    max_parallelism: 1,
  };
  for (const taskId of [first, second]) expect(await explain(taskId)).toMatchObject(full);
  await claim({}, { isOptional: true });
  expect(await countParked()).toBe(2);
  expect(await explain(first)).toMatchObject({ ...full, position: 1 });
  expect(await explain(second)).toMatchObject({ ...full, position: 1 });
  const third = await submit(limit);
  await claim({}, { isOptional: true });
  expect(await explain(third)).toMatchObject({ ...full, position: 3 });
});

test('200 reports warm sessions that fill the portal', async () => {
  const dedicated = { ...login, is_dedicated: true };
  const held = await submit(dedicated);
  const lease = await claim();
  const other = { ...orderSubmission.input_parameters, username: ['bob'] };
  const waiting = await submit({ ...dedicated, input_parameters: other });
  const first = await explain(waiting);
  expect(first).toMatchObject({
    reason: 'portal_limit',
    message: expect.stringMatching(
      /^Another login has the only warm session of https:\/\/portal.example/,
    ),
    held_by: [held],
  });
  await end(lease, 'kept');
  expect(await explain(waiting)).toMatchObject({ reason: 'portal_limit', held_by: [] });
});

test('200 reports that the warm session is next, and what its worker runs', async () => {
  const dedicated = { ...login, is_dedicated: true };
  await submit(dedicated);
  await end(await claim(), 'kept');
  const busy = await submit();
  await claim();
  const waiting = await submit(dedicated);
  expect(await explain(waiting)).toMatchObject({
    reason: 'warm_session_busy',
    message: expect.stringMatching(/^It is next for the warm session of its login/),
    position: 1,
    held_by: [busy],
  });
  await claim();
  expect(await explain(waiting)).toMatchObject({ status: 'allocated', reason: null });
});

test('200 for tasks that do not wait', async () => {
  const taskId = await submit();
  const lease = await claim();
  const nothing = {
    reason: null,
    message: 'The task is not waiting.',
    position: null,
    position_is_lower_bound: false,
    held_by: [],
    estimated_seconds: null,
  };
  expect(await explain(taskId)).toMatchObject({ ...nothing, status: 'allocated' });
  await end(lease);
  expect(await explain(taskId)).toMatchObject({ ...nothing, status: 'success' });
});

test('200 counts at most 10,000 tasks ahead', async () => {
  await submit(login);
  await addCopies(10_001);
  const last = await submit(login);
  const capped = { position: 10_001, position_is_lower_bound: true, estimated_seconds: null };
  expect(await explain(last)).toMatchObject({ reason: 'no_worker', ...capped });
  expect(await explain(await submit())).toMatchObject(capped);
});

test('200 does not depend on what other accounts run or on the number of workers', async () => {
  await finishOne(7);
  const own = [await submit(), await submit(login), await submit({ max_parallelism: 1 })];
  await seeWorker('worker-1', 4);
  const before = await Promise.all(own.map(explain));
  await submitAs(app.otherApiKey, 30);
  await seeWorker('rack-7.internal', 64);
  await app.database.pool.query(
    `UPDATE tasks SET created_at = created_at - interval '1 h', sequence = -sequence WHERE account_id <> $1`,
    [app.accountId],
  );
  await app.database.pool.query(
    `UPDATE pgboss.job SET priority = priority - 1000 WHERE id IN (SELECT permit_job_id FROM tasks WHERE account_id = $1)`,
    [app.accountId],
  );
  expect(await Promise.all(own.map(explain))).toEqual(before);
  expect(before).toMatchObject([{ position: 1 }, { position: 1 }, { position: 3 }]);
});

test('401 without a key', async () => {
  await supertest(app.app).get(pathOf('x')).expect(401);
});

test('404 for an unknown task, and for one of another account', async () => {
  const taskId = await submit();
  await app.get(pathOf('none')).expect(404);
  await app.get(pathOf(taskId)).set('x-api-key', app.otherApiKey).expect(404);
});

test('422 for an id that is too long', async () => {
  const { body } = await app.get(pathOf('x'.repeat(201))).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['path', 'task_id'], type: 'maxLength' });
});

function pathOf(taskId: string): string {
  return `/api/v1/tasks/${taskId}/queue`;
}

async function explain(taskId: string): Promise<object> {
  return (await app.get(pathOf(taskId)).expect(200)).body.queue;
}

async function submit(more: object = {}): Promise<string> {
  const { body } = await app.post('/api/v1/inference', { ...orderSubmission, ...more }).expect(202);
  return body.task_id;
}

async function claim(
  { slots = 4, ...worker }: Partial<ClaimingWorker & { slots: number }> = {},
  { isOptional = false } = {},
): Promise<Lease> {
  const { leases } = app.dependencies;
  const claimer = { workerId: 'worker-1', ...worker };
  await seeWorker(claimer.workerId, slots, claimer.labels);
  const lease = await leases.claim({ ...claimer, waitSeconds: 0, signal });
  if (!lease && !isOptional) throw new Error('Expected a lease, but there was no work.');
  return lease as Lease;
}

async function end(lease: Lease, session: 'kept' | 'closed' = 'closed'): Promise<void> {
  const holder = holderOf(lease, 'worker-1');
  await app.dependencies.leases.complete(holder, { ...noResult, session });
}

/** Runs a task of the recording that takes `seconds`. */
async function finishOne(seconds: number): Promise<void> {
  await submit();
  await end(await claim());
  await app.database.pool.query(
    'UPDATE tasks SET allocated_at = completed_at - make_interval(secs => $1)',
    [seconds],
  );
}

function countParked(): Promise<number> {
  return app.database.prisma.parkedPermit.count();
}

/** Submits tasks of the account with this key, which gets its own recording for them. */
async function submitAs(apiKey: string, amount: number): Promise<void> {
  const strange = { endpoint_name: 'strange', description: 'strange', automation: orderAutomation };
  const post = (path: string, body: object) => app.post(path, body).set('x-api-key', apiKey);
  await post('/api/v1/update_example', strange).expect(200);
  for (let count = 0; count < amount; count += 1) {
    const submission = { ...orderSubmission, endpoint_name: 'strange' };
    await post('/api/v1/inference', submission).expect(202);
  }
}

async function seeWorker(
  workerId: string,
  slots: number,
  labels: readonly string[] = [],
): Promise<void> {
  await app.database.pool.query(
    `INSERT INTO workers (id, slots, labels, last_seen_at) VALUES ($1, $2, $3, now())
     ON CONFLICT (id) DO UPDATE SET last_seen_at = now(), slots = $2, labels = $3`,
    [workerId, slots, labels],
  );
}

/** Adds waiting tasks with the login of the first task. */
async function addCopies(amount: number): Promise<void> {
  await app.database.pool.query(
    `INSERT INTO tasks SELECT copy.* FROM (SELECT * FROM tasks LIMIT 1) t, generate_series(1, $1) n,
       jsonb_populate_record(NULL::tasks, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid(), 'sequence', nextval('tasks_sequence_seq') + 0 * n)) copy`,
    [amount],
  );
  await app.database.pool.query('UPDATE login_queues SET waiting = waiting + $1', [amount]);
}
