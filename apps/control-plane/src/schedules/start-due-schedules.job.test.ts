import { createSealer } from '@errand/secrets';
import { pollUntil } from '@errand/test-kit';
import { beforeEach, expect, test } from '@jest/globals';
import { queues, startScheduling } from '../jobs.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';
import { begin } from '../testing/begin.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { startDueSchedules } from './start-due-schedules.job.ts';

const PATH = '/api/v1/schedules';
const { logger, entries } = recordLogs();
const app = await useTestApp({ logger });
const { pool } = app.database;
const sealer = createSealer({ keys: [{ id: 'test', key: Buffer.alloc(32, 1) }] });
const run = (queue: JobQueue) =>
  startScheduling({ ...app.dependencies, database: app.database, queue, sealer, logger });
beforeEach(async () => {
  await pool.query('DELETE FROM schedules');
});

async function create(more: object = {}): Promise<string> {
  const body = { name: 'every minute', cron: '* * * * *', task: orderSubmission, ...more };
  return (await app.post(PATH, body).expect(201)).body.schedule.schedule_id;
}
const runsOf = async (id: string) => (await app.get(`${PATH}/${id}/runs`).expect(200)).body.runs;
const tasksOf = async (id: string) =>
  (await app.get(`/api/v1/tasks?schedule_id=${id}`).expect(200)).body.tasks;
const dueTimes = async () => {
  const { rows } = await pool.query<{ id: string; seconds: number | null }>(
    'SELECT id, extract(epoch FROM next_due_at - now())::float8 AS seconds FROM schedules',
  );
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
};
async function countJobs(): Promise<number> {
  const { rows } = await pool.query(`SELECT FROM pgboss.job WHERE name = 'schedules'`);
  return rows.length;
}
/** Sends the job that pg-boss sends every minute, and waits until it has ended. */
async function startDue(): Promise<void> {
  await app.database.transaction((on) => app.queue.send(on, startDueSchedules.name, { data: {} }));
  await pollUntil('the job has run', async () => {
    const { rows } = await pool.query(
      `SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed'`,
      [startDueSchedules.name],
    );
    return rows.length === 0;
  });
}

test('sends a job for each schedule that is due, once, and stores when it is due next', async () => {
  await startDueSchedules.start(app.queue, { ...app, logger });
  const before = await countJobs();
  const ids = [];
  for (let index = 0; index < 3; index += 1) ids.push(await create({ name: `hourly ${index}` }));
  const [due, later = '', paused] = ids;
  await pool.query(`UPDATE schedules SET next_due_at = now() - interval '1 hour'`);
  await pool.query(`UPDATE schedules SET next_due_at = now() + interval '1 hour' WHERE id = $1`, [
    later,
  ]);
  await pool.query('UPDATE schedules SET is_paused = true WHERE id = $1', [paused]);
  await startDue();
  expect((await countJobs()) - before).toBe(1);
  const times = await dueTimes();
  expect(times.get(due ?? '')).toBeGreaterThan(-5);
  expect(times.get(due ?? '')).toBeLessThanOrEqual(60);
  expect(times.get(later)).toBeGreaterThan(3_000);
});

test('a schedule that is never due does not hold up others, and the log says why', async () => {
  const bad = await create({ name: 'bad' });
  const unreadable = await create({ name: 'unreadable' });
  const good = await create({ name: 'good' });
  await pool.query(
    `UPDATE schedules SET cron = '30 2 * 3 0L', timezone = 'Europe/Berlin' WHERE id = $1`,
    [bad],
  );
  await pool.query(`UPDATE schedules SET cron = 'none' WHERE id = $1`, [unreadable]);
  const before = await countJobs();
  await startDue();
  expect((await countJobs()) - before).toBe(1);
  const times = await dueTimes();
  expect(times.get(good)).toBeLessThanOrEqual(60);
  for (const id of [bad, unreadable]) expect(times.get(id)).toBeGreaterThan(80_000);
  const warned = entries.filter(({ message }) => message === 'schedule is never due');
  expect(warned).toMatchObject([{ scheduleId: bad }, { scheduleId: unreadable }]);
});

test('a schedule that another transaction locks does not hold up others, and starts at the next pass', async () => {
  const cron = '0 0 1 1 *';
  const locked = await create({ name: 'locked', cron });
  const free = await create({ name: 'free', cron });
  await using holder = await begin(app);
  await holder.query('SELECT FROM schedules WHERE id = $1 FOR NO KEY UPDATE', [locked]);
  const before = await countJobs();
  await startDue();
  expect((await countJobs()) - before).toBe(1);
  expect((await dueTimes()).get(free)).toBeGreaterThan(0);
  await holder.query('commit');
  await startDue();
  expect((await countJobs()) - before).toBe(2);
  expect((await dueTimes()).get(locked)).toBeGreaterThan(0);
});

test('finds the next due time again after a change of the times by any release', async () => {
  const id = await create();
  // The statement of the release before next_due_at.
  const change = async (to: { cron?: string; timezone?: string; paused?: boolean }) => {
    await pool.query(`UPDATE schedules SET next_due_at = now() + interval '1 year'`);
    const { cron = '* * * * *', timezone = 'UTC', paused = false } = to;
    await pool.query(
      `UPDATE schedules s SET name = $2, cron = $3, timezone = $4, overlap = 'skip', catch_up = 'none', is_paused = $5,
         submission = submission, secrets = secrets,
         active_since = CASE WHEN (s.cron, s.timezone, s.is_paused) = ($3, $4, $5) THEN s.active_since
           ELSE clock_timestamp() END
       WHERE id = $1`,
      [id, 'renamed', cron, timezone, paused],
    );
    return (await dueTimes()).get(id);
  };
  expect(await change({})).toBeGreaterThan(86_400);
  expect(await change({ timezone: 'Europe/Berlin' })).toBeNull();
  expect(await change({ cron: '0 0 1 1 *' })).toBeNull();
  expect(await change({ paused: true })).toBeNull();
  expect(await change({})).toBeNull();
  await startDue();
  expect((await dueTimes()).get(id)).toBeLessThanOrEqual(60);
  await pool.query(
    `UPDATE schedules SET cron = '0 * * * *', next_due_at = now() + interval '1 day'`,
  );
  expect((await dueTimes()).get(id)).toBeGreaterThan(80_000);
});

test("does not pass users' cron expressions to pg-boss, and removes those of an older release", async () => {
  await pool.query(
    `INSERT INTO pgboss.schedule (name, key, cron, timezone) VALUES ('schedules', 'a', '30 0 6 9 *', 'America/Santiago')`,
  );
  await create();
  await run(app.queue);
  const { rows } = await pool.query('SELECT name, key, cron FROM pgboss.schedule');
  expect(rows).toEqual([{ name: 'due-schedules', key: '', cron: '* * * * *' }]);
});

test('runs what is due, and catches up once, on two schedulers and over restarts', async () => {
  // Due two hours ago, and not again for a day.
  const past = new Date(Date.now() - 7_200_000);
  const cron = `${past.getUTCMinutes()} ${past.getUTCHours()} * * *`;
  const due = await create({ overlap: 'allow' });
  const missed = await create({ name: 'missed', cron, catch_up: 'once' });
  const lost = await create({ name: 'lost', cron, catch_up: 'none' });
  // Simulates that no scheduler has run for three hours.
  await pool.query(
    `UPDATE schedules SET active_since = now() - interval '20 hours', next_due_at = now() - interval '3 hours'
     WHERE id <> $1`,
    [due],
  );
  await pool.query(
    `UPDATE schedules SET active_since = now() - interval '2 minutes' WHERE id = $1`,
    [due],
  );
  for (let restart = 0; restart < 2; restart += 1) {
    await pool.query(`UPDATE pgboss.version SET cron_on = now() - interval '3 hours'`);
    await using stack = new AsyncDisposableStack();
    for (let count = 0; count < 2; count += 1) {
      const url = app.databaseUrl;
      const queue = stack.use(await startJobQueue({ url, queues, logger, isScheduler: true }));
      await run(queue);
    }
    await pollUntil('it has caught up', async () => (await runsOf(missed)).length > 0);
    await pollUntil('the other has run, too', async () => (await runsOf(due)).length > 0);
    await pollUntil('the missed time is listed', async () => (await runsOf(lost)).length > 0);
  }
  expect(await runsOf(missed)).toMatchObject([{ outcome: 'submitted', catch_up: true }]);
  expect((await runsOf(missed))[0].due_at.slice(11, 16)).toBe(past.toISOString().slice(11, 16));
  expect(await tasksOf(missed)).toHaveLength(1);
  expect(await runsOf(lost)).toMatchObject([{ outcome: 'missed', task_id: null }]);
  // A minute that passed while no scheduler ran is recorded as missed, without a task.
  const runs = (await runsOf(due)).filter(
    (each: { outcome: string }) => each.outcome === 'submitted',
  );
  expect(await tasksOf(due)).toHaveLength(runs.length);
});
