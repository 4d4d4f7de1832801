import { beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/schedules';
const daily = {
  name: 'daily',
  cron: '0 7 * * *',
  timezone: 'Europe/Berlin',
  task: orderSubmission,
};
const secret = 'GEZDGNBVGY3TQOJQ';
const secretTask = {
  ...orderSubmission,
  secure_parameters: { code: [{ totp: { totp_secret: secret } }] },
  task_callback_url: 'https://erp.example/in',
  task_callback_api_key: 'callback-secret',
};

const app = await useTestApp();
beforeEach(async () => {
  await app.database.pool.query('DELETE FROM schedules');
});

const create = async (more: object = {}) =>
  (await app.post(PATH, { ...daily, ...more }).expect(201)).body.schedule;
const pathOf = (schedule: { schedule_id: string }) => `${PATH}/${schedule.schedule_id}`;
/** Status and code of the response to a schedule of this task. */
const codeOf = async (more: object) => {
  const task = { ...orderSubmission, ...more };
  const { status, headers } = await app.post(PATH, { ...daily, task });
  return [status, headers['x-error-code']];
};
/** Stores the next due time of all schedules. */
const setDue = (time: string | null) =>
  app.database.pool.query('UPDATE schedules SET next_due_at = $1', [time]);
const dueTimes = async () => {
  const { rows } = await app.database.pool.query<{ next_due_at: Date | null }>(
    'SELECT next_due_at FROM schedules',
  );
  return rows.map(({ next_due_at: time }) => time?.toISOString() ?? null);
};

// proves operation: createSchedule
test('201 creates a schedule whose secrets are stored only in sealed form', async () => {
  const schedule = await create({ task: secretTask, catch_up: 'once' });
  const { secure_parameters: _secure, task_callback_api_key: _key, ...task } = secretTask;
  expect(schedule).toEqual({
    schedule_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'daily',
    cron: '0 7 * * *',
    timezone: 'Europe/Berlin',
    overlap: 'skip',
    catch_up: 'once',
    paused: false,
    task: expect.objectContaining(task),
    secret_members: ['secure_parameters.code', 'task_callback_api_key'],
    created_by: expect.any(String),
    created_by_status: 'valid',
    created_at: expect.any(String),
    next_runs: expect.any(Array),
    last_run: null,
  });
  expect(schedule.next_runs).toHaveLength(5);
  expect(schedule.next_runs[0]).toMatch(/T0[56]:00:00\.000Z$/);
  const { rows } = await app.database.pool.query('SELECT * FROM schedules');
  expect(JSON.stringify(rows)).not.toMatch(/GEZDGNBVGY3TQOJQ|callback-secret/);
});

test('400, 403 and 404 for a task that a submission would refuse', async () => {
  const item = { vault_name: 'None', item_name: 'a', field_name: 'b' };
  const vault = { secure_parameters: { code: [{ onepassword: item }] } };
  const refused = [
    await codeOf({ input_parameters: {} }),
    await codeOf({ use_proxy: true, is_dedicated: true }),
    await codeOf({ unique_parameter_names: ['none'] }),
    await codeOf({ endpoint_name: 'none' }),
    await codeOf(vault),
    await codeOf({ task_callback_url: 'https://a:b@erp.example' }),
    await codeOf({ input_files: [] }),
  ];
  expect(refused).toEqual([
    [400, 'parameter-mismatch'],
    [400, 'proxy-and-dedicated'],
    [400, 'unknown-unique-name'],
    [404, 'endpoint-not-found'],
    [403, 'secret-not-granted'],
    [422, 'invalid-request'],
    [422, 'invalid-request'],
  ]);
});

test('409 for a taken name', async () => {
  await create();
  const { body } = await app.post(PATH, daily).expect(409);
  expect(body.detail).toBe('Another schedule has the name "daily": choose another one.');
});

test('422 reports times that cannot be parsed or never occur', async () => {
  const never = { cron: '0 0 31 2 *' };
  for (const wrong of [{ cron: '* * * *' }, { timezone: 'Mars/Base' }, never]) {
    const { body } = await app.post(PATH, { ...daily, ...wrong }).expect(422);
    expect(body.detail[0].loc).toEqual(['body', ...Object.keys(wrong)]);
  }
});

// proves operation: listSchedules; getSchedule
test('200 lists and returns the schedules of the account, by name', async () => {
  const late = await create({ name: 'late' });
  const early = await create({ name: 'early' });
  const { body } = await app.get(`${PATH}?limit=1`).expect(200);
  expect(body.schedules).toEqual([early]);
  // Changes between two pages neither skip nor repeat a schedule.
  await create({ name: 'before' });
  await app.delete(pathOf(early)).expect(200);
  await app.delete(pathOf((await app.get(PATH)).body.schedules[0])).expect(200);
  const next = await app.get(`${PATH}?cursor=${body.next_cursor}`).expect(200);
  expect(next.body).toEqual({ success: true, schedules: [late], next_cursor: null });
  expect((await app.get(pathOf(late)).expect(200)).body.schedule).toEqual(late);
  const other = await app.get(PATH).set('x-api-key', app.otherApiKey).expect(200);
  expect(other.body.schedules).toEqual([]);
});

test('200 says what happened to the key that created a schedule', async () => {
  const { apiKeyId, key } = await app.dependencies.apiKeys.create(app.accountId, { name: 'left' });
  const { body } = await app.post(PATH, daily).set('x-api-key', key).expect(201);
  const read = async () => {
    const { created_by, created_by_status } = (await app.get(pathOf(body.schedule))).body.schedule;
    return [created_by, created_by_status];
  };
  expect(await read()).toEqual(['left', 'valid']);
  const data = { expiresAt: new Date(Date.now() - 1_000) };
  await app.database.prisma.apiKey.update({ where: { id: apiKeyId }, data });
  expect(await read()).toEqual(['left', 'expired']);
  await app.delete(`/api/v1/api_keys/${apiKeyId}`).expect(200);
  expect(await read()).toEqual(['left', 'revoked']);
  // Simulates a schedule stored before keys were recorded.
  await app.database.pool.query('UPDATE schedules SET created_by_key = NULL');
  expect(await read()).toEqual(['left', null]);
});

// proves operation: updateSchedule
test('200 changes, pauses and resumes a schedule', async () => {
  const schedule = await create({ task: secretTask });
  const change = async (members: object) =>
    (await app.patch(pathOf(schedule), members).expect(200)).body.schedule;
  const due = '2026-03-02T06:00:00.000Z';
  await setDue(due);
  expect(await change({ paused: true })).toEqual({ ...schedule, paused: true, next_runs: [] });
  // The next due time is found again.
  expect(await dueTimes()).toEqual([null]);
  expect(await change({ paused: false })).toMatchObject({ paused: false, task: schedule.task });
  await setDue(due);
  const changed = await change({ overlap: 'allow', task: orderSubmission });
  expect(changed).toMatchObject({ overlap: 'allow', secret_members: [] });
  expect(await dueTimes()).toEqual([due]);
  expect(await change({ cron: '* * * * *' })).toMatchObject({ cron: '* * * * *' });
  expect(await dueTimes()).toEqual([null]);
});

test('200 lists a schedule that is never due with the reason, until it is fixed', async () => {
  const bad = await create();
  await create({ name: 'other' });
  const list = async () => (await app.get(PATH).expect(200)).body.schedules;
  const store = (cron: string, timezone: string) =>
    app.database.pool.query(`UPDATE schedules SET cron = $1, timezone = $2 WHERE name = 'daily'`, [
      cron,
      timezone,
    ]);
  for (const [cron, timezone, reason] of [
    [
      '30 2 * 3 0L',
      'Europe/Berlin',
      /^"30 2 \* 3 0L" in Europe\/Berlin is not due in the next 30 years/,
    ],
    ['0 0 x * *', 'UTC', /cannot be read/],
    ['0 0 * * *', 'Mars/Base', /cannot be read .*Mars\/Base/],
  ] as const) {
    await store(cron, timezone);
    const [first, other] = await list();
    expect(first).toMatchObject({ next_runs: [], times_error: expect.stringMatching(reason) });
    expect(other.next_runs).toHaveLength(5);
    await app.patch(pathOf(bad), { overlap: 'allow' }).expect(200);
  }
  const times = { cron: '0 7 * * *', timezone: 'UTC' };
  const mended = (await app.patch(pathOf(bad), times).expect(200)).body.schedule;
  expect(mended).not.toHaveProperty('times_error');
});

test('200 shows a key that may only submit nothing that another key has stored', async () => {
  const schedule = await create({ task: { ...secretTask, unique_parameter_names: ['username'] } });
  await app.database.pool.query(
    `INSERT INTO schedule_runs (schedule_id, due_at, outcome, is_catch_up, error)
     VALUES ($1, now(), 'refused', false, '{"status": 400, "code": "a", "message": "b"}')`,
    [schedule.schedule_id],
  );
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'submitter',
    scopes: ['submit'],
  });
  const change = async (members: object) =>
    (await app.patch(pathOf(schedule), members).set('x-api-key', key).expect(200)).body.schedule;
  const { task_callback_url: _url, ...settings } = schedule.task;
  const hidden = { ...settings, input_parameters: {}, unique_parameter_names: [] };
  expect(await change({ paused: true })).toEqual({
    ...schedule,
    paused: true,
    next_runs: [],
    task: hidden,
    secret_members: [],
  });
  const given = await change({ task: orderSubmission });
  expect(given).toMatchObject({ task: orderSubmission, last_run: null });
});

// proves operation: createSchedule; updateSchedule
test('201 and 200 for inputs of more than 100 KB', async () => {
  const input_parameters = { ...orderSubmission.input_parameters, number: ['1'.repeat(150_000)] };
  const task = { ...orderSubmission, input_parameters };
  const schedule = await create({ task });
  await app.patch(pathOf(schedule), { task }).expect(200);
});

test('200 lists a schedule whose secrets no key can decrypt, until it is fixed', async () => {
  const damaged = await create({ task: secretTask });
  await create({ name: 'other' });
  await app.database.pool.query(
    `UPDATE schedules SET secrets = 'no sealed value' WHERE secrets IS NOT NULL`,
  );
  const list = async () => (await app.get(PATH).expect(200)).body.schedules;
  expect(await list()).toMatchObject([{ is_damaged: true, secret_members: [] }, { name: 'other' }]);
  await app.patch(pathOf(damaged), { task: secretTask }).expect(200);
  const [mended] = await list();
  expect(mended).not.toHaveProperty('is_damaged');
  expect(mended.secret_members).toHaveLength(2);
});

test('400, 403, 409 and 422 for an invalid change, which changes nothing', async () => {
  const schedule = await create();
  await create({ name: 'other' });
  await app.patch(pathOf(schedule), { name: 'other' }).expect(409);
  await app.patch(pathOf(schedule), { timezone: 'Mars/Base' }).expect(422);
  await app.patch(pathOf(schedule), {}).expect(422);
  const task = { ...orderSubmission, input_parameters: {} };
  await app.patch(pathOf(schedule), { task }).expect(400);
  const item = { vault_name: 'None', item_name: 'a', field_name: 'b' };
  const vault = { ...orderSubmission, secure_parameters: { code: [{ onepassword: item }] } };
  await app.patch(pathOf(schedule), { task: vault }).expect(403);
  expect((await app.get(pathOf(schedule))).body.schedule).toEqual(schedule);
});

// proves operation: deleteSchedule
test('200 deletes a schedule', async () => {
  const schedule = await create();
  await app.delete(pathOf(schedule)).expect(200);
  await app.delete(pathOf(schedule)).expect(404);
});

// proves operation: listScheduleRuns
test('200 lists the runs, latest first', async () => {
  const schedule = await create();
  await app.database.pool.query(
    `INSERT INTO schedule_runs (schedule_id, due_at, outcome, is_catch_up)
     SELECT $1, '2026-03-01'::timestamptz + n * interval '1 day', 'skipped', n = 2 FROM generate_series(1, 2) n`,
    [schedule.schedule_id],
  );
  const { body } = await app.get(`${pathOf(schedule)}/runs?limit=1`).expect(200);
  expect(body.runs).toEqual([
    {
      due_at: '2026-03-03T00:00:00.000Z',
      outcome: 'skipped',
      catch_up: true,
      task_id: null,
      error: null,
      created_at: expect.any(String),
    },
  ]);
  const next = await app.get(`${pathOf(schedule)}/runs?cursor=${body.next_cursor}`).expect(200);
  expect(next.body).toMatchObject({ runs: [{ catch_up: false }], next_cursor: null });
  const shown = (await app.get(pathOf(schedule))).body.schedule;
  expect(shown.last_run).toEqual(body.runs[0]);
});

// proves operation: createSchedule; updateSchedule; deleteSchedule; getSchedule; listSchedules; listScheduleRuns
test('401 without a key, 403 without the scope, 404 for a schedule of another account', async () => {
  const schedule = await create();
  const own = pathOf(schedule);
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'mover',
    scopes: ['local_server'],
  });
  const requests = [
    ['get', PATH],
    ['post', PATH],
    ['get', own],
    ['patch', own],
    ['delete', own],
    ['get', `${own}/runs`],
  ] as const;
  for (const [method, path] of requests) {
    const ask = (as: Readonly<Record<string, string>>) => supertest(app.app)[method](path).set(as);
    await ask({}).expect(401);
    await ask({ 'x-api-key': key }).expect(403);
    if (path === PATH) continue;
    const body = method === 'patch' ? { paused: true } : undefined;
    await ask({ 'x-api-key': app.otherApiKey }).send(body).expect(404);
    const unknown = path.replace(schedule.schedule_id, randomUUID());
    await supertest(app.app)[method](unknown).set('x-api-key', app.apiKey).send(body).expect(404);
  }
});

// proves operation: createSchedule; updateSchedule
test('400, 413 and 415 for a body that is not readable JSON', async () => {
  const own = pathOf(await create());
  for (const send of [() => app.post(PATH), () => app.patch(own)]) {
    await send().set('content-type', 'application/json').send('{').expect(400);
    await send()
      .set('content-type', 'application/json')
      .send(`"${'x'.repeat(1_048_576)}"`)
      .expect(413);
    await send().set('content-type', 'text/plain').send('daily').expect(415);
  }
});
