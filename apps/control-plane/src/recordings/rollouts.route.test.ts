import { beforeEach, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import supertest from 'supertest';
import {
  countVersion,
  driveRollout,
  driveTasks,
  forbidRetries,
  nextAutomation as next,
  readVersion,
} from '../testing/drive-rollout.ts';
import { orderAutomation, orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const { claim, crash, endAll, fail, succeed } = driveTasks(app);

const V1 = '/api/v1';

let rollout: Awaited<ReturnType<typeof driveRollout>>;
let endpoint_name: string;
let path: string;
beforeEach(async () => {
  rollout = await driveRollout(app);
  ({ endpoint_name, path } = rollout);
});

// proves operation: startRollout; getRecording
test('201 gives a share of new tasks the new version, by a hash of their ids', async () => {
  const { body: before } = await app.get(path).expect(200);
  expect(before.recording).not.toHaveProperty('rollout');
  const { body: started } = await rollout.start({ percent: 40, comment: 'Faster.' });
  expect(started).toMatchObject({ success: true, version: 2, warnings: expect.any(Array) });
  const tasks = Array.from({ length: 40 }, () => ({ ...orderSubmission, endpoint_name }));
  const { body } = await app.post(`${V1}/tasks/batch`, { tasks }).expect(200);
  const ids: string[] = body.results.map(({ task_id: id }: { task_id: string }) => id);
  const shares = ids.map((id) => {
    const hash = createHash('md5').update(id).digest().readUInt32BE();
    return hash % 100 < 40 ? 2 : 1;
  });
  expect(new Set(shares).size).toBe(2);
  expect(await Promise.all(ids.map((id) => readVersion(app, id)))).toEqual(shares);
  expect(await rollout.read()).toEqual({
    current: 2,
    state: 'running',
    version: 2,
    base_version: 1,
    percent: 40,
    first_tasks: null,
    min_tasks: 20,
    max_failure_rate_increase: 0.05,
    new_results: { succeeded: 0, failed: 0, lost: 0 },
    old_results: { succeeded: 0, failed: 0, lost: 0 },
    started_at: expect.any(String),
    ended_at: null,
  });
  const { rows } = await app.database.pool.query(
    `SELECT count(DISTINCT max_automation_retries)::int AS kinds FROM tasks WHERE id = ANY($1)`,
    [ids],
  );
  expect(rows).toEqual([{ kinds: 2 }]);
  await app.post(`${V1}/tasks/cancel`, { task_ids: ids }).expect(200);
});

test('201 gives exactly the first tasks the new version, even if all arrive together', async () => {
  await rollout.start({ first_tasks: 5, min_tasks: 5 });
  const versions = await rollout.submit(12);
  expect(countVersion(versions, 2)).toBe(5);
  await endAll(versions, false);
  expect(await rollout.read()).toMatchObject({
    current: 2,
    state: 'completed',
    new_results: { succeeded: 5 },
    ended_at: expect.any(String),
  });
  const later = await rollout.submit(1);
  expect(countVersion(later, 2)).toBe(1);
  await endAll(later, false);
});

test('201 gives the places of tasks without a result to later ones', async () => {
  await rollout.start({ first_tasks: 5, min_tasks: 5, max_failure_rate_increase: 0.2 });
  const first = await rollout.submit(10);
  const cancelled = [...first].find(([, version]) => version === 2)?.[0];
  await app.post(`${V1}/tasks/${cancelled}/cancel`).expect(200);
  await forbidRetries(app);
  const leases = await claim(9);
  const lost = leases.find(({ task_id: id }) => first.get(id) === 2);
  for (const lease of leases.filter((each) => each !== lost)) await succeed(lease);
  if (lost) await crash(lost);
  expect(await rollout.read()).toMatchObject({ state: 'running', new_results: { succeeded: 3 } });
  const later = await rollout.submit(3);
  expect(countVersion(later, 2)).toBe(2);
  await endAll(later, false);
  expect(await rollout.read()).toMatchObject({ state: 'completed', new_results: { succeeded: 5 } });
});

test('201 returns to the previous version when tasks of the new one fail', async () => {
  await rollout.start({ first_tasks: 5, min_tasks: 5 });
  await endAll(await rollout.submit(10), true);
  expect(await rollout.read()).toMatchObject({
    current: 3,
    state: 'returned',
    new_results: { succeeded: 0, failed: 5 },
    old_results: { succeeded: 5, failed: 0 },
  });
  const { body } = await app.get(`${path}/versions/3`).expect(200);
  expect(body.version).toMatchObject({
    restored_from: 1,
    comment: 'The roll-out of version 2 was returned.',
    automation: { url: orderAutomation.url },
  });
  const later = await rollout.submit(1);
  expect(countVersion(later, 3)).toBe(1);
  await endAll(later, false);
  const { rows } = await app.database.pool.query(
    `SELECT data->>'change' AS change, data->>'rollout_state' AS state FROM account_events
     WHERE kind = 'recording' AND data->>'endpoint_name' = $1 ORDER BY id`,
    [endpoint_name],
  );
  expect(rows).toEqual([
    { change: 'created', state: null },
    { change: 'new_version', state: null },
    { change: 'rollout', state: 'running' },
    { change: 'rollout', state: 'returned' },
    { change: 'rolled_back', state: null },
  ]);
});

test('201 counts retries and cancelled tasks not at all, and lost tasks separately', async () => {
  const [early] = (await rollout.submit(1)).keys();
  await rollout.start({ first_tasks: 5, min_tasks: 5 });
  await endAll(new Map([[early ?? '', 1]]), false);
  const versions = await rollout.submit(7);
  await forbidRetries(app);
  const [lost, failed, ...rest] = await claim(7);
  if (!lost || !failed) throw new Error('No task was claimed.');
  await crash(lost);
  await fail(failed);
  for (const lease of rest) {
    await app.post(`${V1}/tasks/${lease.task_id}/cancel`).expect(202);
    await succeed(lease);
  }
  for (const { task_id: old } of [lost, failed, ...rest]) {
    const { body } = await app.post(`${V1}/tasks/${old}/retry`).expect(202);
    expect(await readVersion(app, body.task_id)).toBe(versions.get(old));
  }
  for (const lease of await claim(7)) await succeed(lease);
  const resultsOf = (version: number) => ({
    succeeded: 0,
    failed: Number(versions.get(failed.task_id) === version),
    lost: Number(versions.get(lost.task_id) === version),
  });
  expect(await rollout.read()).toMatchObject({
    state: 'running',
    new_results: resultsOf(2),
    old_results: resultsOf(1),
  });
});

test('201 continues while the difference may be due to chance', async () => {
  await rollout.start({ first_tasks: 6, min_tasks: 6, max_failure_rate_increase: 0 });
  const versions = await rollout.submit(12);
  const leases = await claim(12);
  const bad = leases.find(({ task_id: id }) => versions.get(id) === 2);
  for (const lease of leases) await (lease === bad ? fail(lease) : succeed(lease));
  expect(await rollout.read()).toMatchObject({
    state: 'running',
    new_results: { succeeded: 5, failed: 1 },
    old_results: { succeeded: 6, failed: 0 },
  });
});

test('201 ends a roll-out when another version is created', async () => {
  await rollout.start({ percent: 1 });
  const id = path.split('/').at(-1);
  await app.patch(`${V1}/update_recording/${id}`, { description: 'Orders.' }).expect(200);
  expect(await rollout.read()).toMatchObject({ state: 'running' });
  await app.post(`${path}/rollback`, { version: 1 }).expect(200);
  expect(await rollout.read()).toMatchObject({ current: 3, state: 'replaced' });
});

// proves operation: endRollout
test('200 promotes or stops a roll-out', async () => {
  await rollout.start({ percent: 1 });
  const { body } = await app.post(`${path}/rollouts/end`, { outcome: 'promote' }).expect(200);
  expect(body).toMatchObject({ version: 2, message: 'All tasks run version 2 from now on.' });
  expect(await rollout.read()).toMatchObject({ current: 2, state: 'promoted' });
  await app.post(`${path}/rollouts`, { version: 1, percent: 99 }).expect(201);
  const { body: end } = await app.post(`${path}/rollouts/end`, { outcome: 'stop' }).expect(200);
  expect(end).toMatchObject({ version: 4, message: expect.stringContaining('as version 4') });
  expect(await rollout.read()).toMatchObject({ state: 'stopped', version: 3, base_version: 2 });
  const { body: read } = await app.get(`${path}/versions/4`).expect(200);
  expect(read.version).toMatchObject({ restored_from: 2, automation: { url: next.url } });
});

// proves operation: startRollout; endRollout
test('409 for a second roll-out, and for ending one when none is running', async () => {
  const { body: none } = await app.post(`${path}/rollouts/end`, { outcome: 'stop' }).expect(409);
  expect(none.detail).toMatch(/has no running roll-out/);
  const sent = { automation: next, percent: 10 };
  const both = await Promise.all([0, 1].map(() => app.post(`${path}/rollouts`, sent)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const { body } = await app.post(`${path}/rollouts`, sent).expect(409);
  expect(body.detail).toMatch(/^Version 2 of recording .* is being rolled out/);
});

const other = (changes: object) => ({ automation: { ...next, ...changes }, percent: 10 });

test('422 for a roll-out that cannot be decided, or whose tasks would not match', async () => {
  const { parameters } = orderAutomation;
  const refused: [object, string][] = [
    [{ percent: 10 }, 'specify either automation or version'],
    [{ automation: next, version: 1, percent: 10 }, 'specify either automation or version'],
    [{ automation: next }, 'specify either percent or first_tasks'],
    [{ automation: next, percent: 10, first_tasks: 50 }, 'specify either percent or first_tasks'],
    [{ automation: next, first_tasks: 10 }, 'first_tasks is 10, less than min_tasks (20)'],
    [other({ url: 'https://other.example/' }), 'differs in the origin of url'],
    [other({ browser_channel: 'chrome' }), 'differs in browser_channel'],
    [
      other({ parameters: { ...parameters, input_parameters: { username: [], no: [] } } }),
      'differs in parameters.input_parameters',
    ],
    [
      other({
        parameters: {
          ...parameters,
          secure_parameters: { code: [{ totp: { totp_secret: 'GEZDGNBVGY3TQOJQ' } }] },
        },
      }),
      'differs in parameters.secure_parameters',
    ],
  ];
  for (const [sent, message] of refused) {
    const { body } = await app.post(`${path}/rollouts`, sent).expect(422);
    expect(body.detail[0].msg).toContain(message);
  }
  await app.post(`${path}/rollouts`, { version: 1, percent: 100 }).expect(422);
  await app.post(`${path}/rollouts/end`, { outcome: 'later' }).expect(422);
  expect(await rollout.read()).toEqual({ current: 1 });
});

test('404 for an unknown version, and for a recording of another account', async () => {
  await app.post(`${path}/rollouts`, { version: 9, percent: 10 }).expect(404);
  const as = (request: supertest.Test) => request.set('x-api-key', app.otherApiKey).expect(404);
  await as(app.post(`${path}/rollouts`, { automation: next, percent: 10 }));
  await as(app.post(`${path}/rollouts/end`, { outcome: 'stop' }));
});

test('401 without a key', async () => {
  await supertest(app.app).post(`${path}/rollouts`).send({ version: 1, percent: 1 }).expect(401);
  await supertest(app.app).post(`${path}/rollouts/end`).send({ outcome: 'stop' }).expect(401);
});

test('400, 413 and 415 for a body that cannot be read', async () => {
  for (const each of [`${path}/rollouts`, `${path}/rollouts/end`]) {
    await app.post(each).set('content-type', 'application/json').send('{').expect(400);
    await app.post(each, { outcome: 'x'.repeat(10_485_760) }).expect(413);
    await app.post(each).expect(415);
  }
});

test("computes the p-values of Fisher's exact test, even for large tables", async () => {
  const { rows } = await app.database.pool.query<{ p: number[] }>(
    `SELECT array[fisher_p(5, 0, 0, 5), fisher_p(1, 5, 0, 6), fisher_p(3, 1, 1, 3), fisher_p(0, 9, 4, 9),
       fisher_p(50000, 0, 0, 50000), fisher_p(500, 9500, 500, 9500)] AS p`,
  );
  const [{ p } = { p: [] }] = rows;
  const wanted = [1 / 252, 0.5, 17 / 70, 1, 0, 0.5129];
  expect(p).toHaveLength(wanted.length);
  for (const [index, value] of wanted.entries()) expect(p[index]).toBeCloseTo(value, 3);
});
