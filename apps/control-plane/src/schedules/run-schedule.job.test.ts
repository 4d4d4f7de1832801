import { createSealer } from '@errand/secrets';
import { pollUntil } from '@errand/test-kit';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startScheduling } from '../jobs.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { SCHEDULE_QUEUE } from './schedule.ts';
import { forgetOldRuns } from './schedule-runs.ts';

const PATH = '/api/v1/schedules';
const { logger, entries } = recordLogs();
const app = await useTestApp({ logger });
const { pool } = app.database;
const sealer = createSealer({ keys: [{ id: 'test', key: Buffer.alloc(32, 1) }] });
const run = (queue: JobQueue) =>
  startScheduling({ ...app.dependencies, database: app.database, queue, sealer, logger });
beforeAll(() => run(app.queue));
beforeEach(async () => {
  await pool.query('DELETE FROM schedules');
  await app.post('/api/v1/tasks/cancel', { statuses: ['queued'] }).expect(200);
});

/** A schedule that is due every minute, including the previous one. */
async function create(more: object = {}): Promise<string> {
  const body = { name: 'every minute', cron: '* * * * *', task: orderSubmission, ...more };
  const { schedule } = (await app.post(PATH, body).expect(201)).body;
  await pool.query(`UPDATE schedules SET active_since = now() - interval '2 minutes'`);
  return schedule.schedule_id;
}
const runsOf = async (id: string) => (await app.get(`${PATH}/${id}/runs`).expect(200)).body.runs;
const countJobs = async () => {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pgboss.job WHERE name = $1 AND state < 'completed'`,
    [SCHEDULE_QUEUE],
  );
  return rows[0]?.n;
};
/** Sends jobs as at a due time, and waits until they end. */
async function send(id: string, count = 1): Promise<void> {
  await app.database.transaction(async (transaction) => {
    const jobs = Array.from({ length: count }, () => ({ data: { scheduleId: id } }));
    await app.queue.sendAll(transaction, SCHEDULE_QUEUE, jobs);
  });
  await pollUntil('the jobs have run', async () => (await countJobs()) === 0);
}
/** Moves all runs to earlier due times, so that this minute is due again. */
const passTime = () => pool.query(`UPDATE schedule_runs SET due_at = due_at - interval '1 hour'`);
const tasksOf = async (id: string) =>
  (await app.get(`/api/v1/tasks?schedule_id=${id}`).expect(200)).body.tasks;

test("submits the task with every member and the schedule's id", async () => {
  const task = {
    ...orderSubmission,
    unique_parameter_names: ['username'],
    secure_parameters: { code: [{ totp: { totp_secret: 'GEZDGNBVGY3TQOJQ' } }] },
    max_timeout_in_minutes: 3,
    use_proxy: true,
    task_callback_url: 'https://erp.example/in',
    task_callback_api_key: 'callback-secret',
    max_parallelism: 4,
    per_login_parallelism: 2,
    priority: -5,
  };
  const id = await create({ task });
  await send(id);
  const [{ task_id: taskId }] = await tasksOf(id);
  const [only] = await runsOf(id);
  expect(only).toMatchObject({
    outcome: 'submitted',
    task_id: taskId,
    catch_up: false,
    error: null,
  });
  const detail = await app.get(`/api/v1/tasks/${taskId}`).expect(200);
  expect(detail.body.task).toMatchObject({ schedule_id: id, status: 'queued' });
  const alone = await app.post('/api/v1/inference', task).expect(202);
  const read = async (taskRow: string) => {
    const where = { id: taskRow };
    const row = await app.database.prisma.task.findUniqueOrThrow({ where });
    const { secureParameters, taskCallbackApiKey, ...rest } = row;
    const kept = [secureParameters, taskCallbackApiKey].map((sealed) => sealed?.slice(0, 8));
    const {
      id: _id,
      sequence: _s,
      createdAt: _c,
      scheduleId: _sid,
      permitJobId: _p,
      tag: _t,
      ...same
    } = rest;
    return { ...same, kept };
  };
  expect(await read(taskId)).toEqual(await read(alone.body.task_id));
  const worker = speakWorker(app);
  const lease = await worker.claim();
  expect(lease.task_id).toBe(taskId);
  const wanted = { name: 'code', index: 0, origin: 'https://portal.example' };
  expect((await worker.report(lease, 'secrets', wanted).expect(200)).body.value).toMatch(/^\d{6}$/);
  await worker.report(lease, 'complete', { output_data: [], for_loop_status: [] }).expect(200);
  expect(JSON.stringify(entries)).not.toMatch(/GEZDGNBVGY3TQOJQ|callback-secret/);
});

test('does not miss a run when the clock of its host is ahead of the database', async () => {
  const id = await create();
  const { now } = Date;
  Date.now = () => now() + 600_000;
  try {
    await send(id);
  } finally {
    Date.now = now;
  }
  const [last] = await runsOf(id);
  expect(last).toMatchObject({ outcome: 'submitted', catch_up: false });
});

test('submits once for a due time, however many jobs there are', async () => {
  const id = await create({ overlap: 'allow' });
  await send(id, 8);
  // The minute may have changed in between.
  const runs = await runsOf(id);
  expect(runs.length).toBeLessThanOrEqual(2);
  expect(await tasksOf(id)).toHaveLength(runs.length);
});

test('skips a due time while its task is open, unless overlaps are allowed', async () => {
  const id = await create();
  await send(id);
  await passTime();
  await send(id);
  expect((await runsOf(id)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'skipped',
    'submitted',
  ]);
  await app.patch(`${PATH}/${id}`, { overlap: 'allow' }).expect(200);
  await passTime();
  await send(id);
  expect(await tasksOf(id)).toHaveLength(2);
  await app.post('/api/v1/tasks/cancel', { statuses: ['queued'] }).expect(200);
  await app.patch(`${PATH}/${id}`, { overlap: 'skip' }).expect(200);
  await passTime();
  await send(id);
  expect(await tasksOf(id)).toHaveLength(3);
});

test('lists a refusal with its error, and runs again once the cause is fixed', async () => {
  const { recordings } = app.dependencies;
  const save = (input_parameters: object) => {
    const parameters = { ...orderAutomation.parameters, input_parameters };
    const automation = { ...orderAutomation, parameters };
    return recordings.save(app.accountId, { endpointName: 'changing', automation });
  };
  await save({ username: [], number: [] });
  const id = await create({ task: { ...orderSubmission, endpoint_name: 'changing' } });
  await save({ branch: [] });
  await send(id);
  const [refused] = await runsOf(id);
  expect(refused).toMatchObject({ outcome: 'refused', task_id: null });
  expect(refused.error).toEqual({
    status: 400,
    code: 'parameter-mismatch',
    message: expect.stringContaining('lacks "branch"'),
  });
  await passTime();
  const { recordingId } = await save({ username: [], number: [] });
  await send(id);
  expect((await runsOf(id))[0]).toMatchObject({ outcome: 'submitted' });
  await passTime();
  await app.post('/api/v1/tasks/cancel', { statuses: ['queued'] }).expect(200);
  await app.delete(`/api/v1/recordings/${recordingId}`).expect(200);
  await send(id);
  expect((await runsOf(id))[0].error).toMatchObject({ status: 404, code: 'endpoint-not-found' });
});

test('refuses a run whose secrets no key can decrypt', async () => {
  const secure_parameters = { code: [{ totp: { totp_secret: 'GEZDGNBVGY3TQOJQ' } }] };
  const id = await create({ task: { ...orderSubmission, secure_parameters } });
  await pool.query(`UPDATE schedules SET secrets = 'no sealed value'`);
  await send(id);
  expect((await runsOf(id))[0]).toMatchObject({
    outcome: 'refused',
    error: { status: 500, code: 'stored-secret-damaged' },
  });
});

test('does nothing while paused, before it existed, or after its account is deleted', async () => {
  const id = await create();
  await app.patch(`${PATH}/${id}`, { paused: true }).expect(200);
  await send(id);
  await app.patch(`${PATH}/${id}`, { paused: false }).expect(200);
  // The last due time was before the schedule was resumed.
  await pool.query(`UPDATE schedules SET active_since = now() + interval '1 minute'`);
  await send(id);
  expect(await runsOf(id)).toEqual([]);
  await pool.query('DELETE FROM schedules');
  await send(id);
  expect(await tasksOf(id)).toEqual([]);
});

const HOUR = 3_600_000;
/** An hourly schedule, a day old, that was last due this many milliseconds ago. */
async function createHourly(ago: number, more: object = {}): Promise<string> {
  const cron = `${new Date(Date.now() - ago).getUTCMinutes()} * * * *`;
  const id = await create({ cron, ...more });
  await pool.query(`UPDATE schedules SET active_since = now() - interval '1 day'`);
  return id;
}
const show = ({ outcome, catch_up: isLate }: { outcome: string; catch_up: boolean }) =>
  `${outcome}${isLate ? ' late' : ''}`;

describe('after an outage', () => {
  test('does not run late without catch-up, even if its job was sent in time', async () => {
    const id = await createHourly(5 * 60_000);
    await send(id, 2);
    const runs = await runsOf(id);
    expect(runs.map(show)).toEqual(['missed', 'missed']);
    expect(Date.parse(runs[0].due_at) - Date.parse(runs[1].due_at)).toBe(HOUR);
    expect(runs[0]).toMatchObject({ task_id: null, error: null });
    expect(await tasksOf(id)).toEqual([]);
  });

  test('runs the last due time late with catch-up; records the one before as missed', async () => {
    const id = await createHourly(5 * 60_000, { catch_up: 'once' });
    await send(id);
    await send(id);
    expect((await runsOf(id)).map(show)).toEqual(['submitted late', 'missed']);
    expect(await tasksOf(id)).toHaveLength(1);
  });

  test('does not record a due time as missed if it had a run or is too old', async () => {
    const id = await createHourly(0);
    await send(id);
    expect((await runsOf(id)).map(show)).toEqual(['submitted', 'missed']);
    await pool.query("DELETE FROM schedule_runs WHERE outcome = 'missed'");
    await passTime();
    await app.post('/api/v1/tasks/cancel', { statuses: ['queued'] }).expect(200);
    await send(id);
    expect((await runsOf(id)).map(show)).toEqual(['submitted', 'submitted']);
    const month = new Date().getUTCMonth() + 1;
    const now = new Date();
    const yearly = `${now.getUTCMinutes()} ${now.getUTCHours()} ${now.getUTCDate()} ${month} *`;
    const rare = await create({ name: 'yearly', cron: yearly });
    await pool.query("UPDATE schedules SET active_since = now() - interval '2 years'");
    await send(rare);
    expect((await runsOf(rare)).map(show)).toEqual(['submitted']);
  });
});

test('forgets runs after a month, except the latest one', async () => {
  const id = await create();
  await pool.query(
    `INSERT INTO schedule_runs (schedule_id, due_at, outcome, is_catch_up, created_at)
     SELECT $1, now() - n * interval '1 day', 'skipped', false, now() - n * interval '1 day' FROM generate_series(35, 37) n`,
    [id],
  );
  expect(await forgetOldRuns(pool)).toBe(false);
  expect(await runsOf(id)).toHaveLength(1);
});
