import { beforeEach, expect, test } from '@jest/globals';
import { addWorker } from '../testing/fleet.ts';
import { addAccount, claimNow } from '../testing/open-stores.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { emptyTables } from '../testing/empty-tables.ts';

const LIST = '/api/v1/login_queues';
const WORKERS = '/api/v1/workers';
const NO_LOGIN = {};

const app = await useTestApp();
beforeEach(async () => {
  await emptyTables(app.database, 'tasks', 'portals', 'workers');
  await app.database.pool.query('DELETE FROM pgboss.job');
});

async function submit(username?: string): Promise<string> {
  const login = {
    unique_parameter_names: ['username'],
    input_parameters: { ...orderSubmission.input_parameters, username: [username] },
  };
  const sent = { ...orderSubmission, ...(username === undefined ? NO_LOGIN : login) };
  const { body } = await app.post('/api/v1/inference', sent).expect(202);
  return body.task_id;
}

const list = async (query = '') => (await app.get(`${LIST}${query}`).expect(200)).body;

// proves operation: listLoginQueues
test('200 lists login queues with tasks, the longest first, and who holds them', async () => {
  const held = await submit('ann');
  await claimNow(app.dependencies.leases);
  const oldest = await submit('ann');
  await submit('ann');
  await submit('bob');
  await submit();
  const { rows } = await app.database.pool.query('SELECT created_at FROM tasks WHERE id = $1', [
    oldest,
  ]);
  const { login_queues, has_more } = await list();
  expect(has_more).toBe(false);
  expect(login_queues).toEqual([
    {
      login_queue: expect.stringMatching(/^[0-9a-f]{64}$/),
      portal: 'https://portal.example',
      unique_parameters: { username: ['ann'] },
      endpoint_names: ['order'],
      is_dedicated: false,
      waiting: 2,
      running: 1,
      per_login_parallelism: 1,
      held_by: [held],
      oldest_waiting_since: rows[0].created_at.toISOString(),
      is_paused: false,
    },
    expect.objectContaining({ waiting: 1, running: 0, held_by: [] }),
  ]);
  expect(await list('?limit=1')).toEqual({
    success: true,
    login_queues: login_queues.slice(0, 1),
    has_more: true,
  });
});

test('200 leaves out login queues that no longer have tasks, without reading them', async () => {
  const { pool } = app.database;
  const noted = async () => (await pool.query('SELECT is_in_use FROM login_queues')).rows;
  const taskId = await submit('ann');
  expect(await noted()).toEqual([{ is_in_use: true }]);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  expect(await noted()).toEqual([{ is_in_use: false }]);
  expect((await list()).login_queues).toEqual([]);
  await submit('ann');
  expect(await noted()).toEqual([{ is_in_use: true }]);
  expect((await list()).login_queues).toMatchObject([{ waiting: 1 }]);
});

test('200 says which login a queue belongs to, but never a secret', async () => {
  const { input_parameters: inputs } = orderSubmission;
  const seed = 'KRSXG5CTMVRXEZLU';
  const sent = {
    ...orderSubmission,
    unique_parameter_names: ['username'],
    input_parameters: { ...inputs, username: ['ann'] },
    secure_parameters: { code: [{ totp: { totp_secret: seed } }] },
  };
  await app.post('/api/v1/inference', sent).expect(202);
  await app.post('/api/v1/inference', { ...orderSubmission, is_dedicated: true }).expect(202);
  const long = { ...sent, input_parameters: { ...inputs, username: ['x'.repeat(2_001)] } };
  await app.post('/api/v1/inference', long).expect(202);
  const { login_queues: listed } = await list();
  const shown = listed.map(({ unique_parameters, is_dedicated }: Record<string, unknown>) => [
    unique_parameters,
    is_dedicated,
  ]);
  expect(shown).toEqual([
    [{ username: ['ann'] }, false],
    [{}, true],
    [null, false],
  ]);
  expect(JSON.stringify(listed)).not.toContain(seed);
});

test('200 names the endpoints whose tasks share a login', async () => {
  await submit('ann');
  await claimNow(app.dependencies.leases);
  const { body } = await app.get('/api/v1/get_recordings').expect(200);
  const { automation } = (await app.get(`/api/v1/recordings/${body.recordings[0].recording_id}`))
    .body.recording;
  const other = { endpoint_name: 'invoices', automation };
  await app.post('/api/v1/update_example', other).expect(200);
  const input_parameters = { ...orderSubmission.input_parameters, username: ['ann'] };
  const sent = { ...orderSubmission, input_parameters, unique_parameter_names: ['username'] };
  await app.post('/api/v1/inference', { ...sent, endpoint_name: 'invoices' }).expect(202);
  expect((await list()).login_queues).toMatchObject([
    { endpoint_names: ['invoices', 'order'], running: 1, waiting: 1 },
  ]);
});

test('200 shows that the portal of a login queue is paused', async () => {
  await submit('ann');
  const target = { accountId: app.accountId, portal: 'https://portal.example' };
  const pause = { by: 'ops', reason: 'Maintenance.', expires_at: null };
  await app.dependencies.pauses.pause(target, pause);
  expect((await list()).login_queues).toMatchObject([{ is_paused: true }]);
});

// proves operation: getWorkers
test('200 counts only workers that serve the account, and only its own tasks', async () => {
  const other = await addAccount(app.database);
  const { key: otherKey } = await app.dependencies.apiKeys.create(other, { name: 'made' });
  await addWorker(app.database, { slots: 3, features: ['models', 'recording'] });
  await addWorker(app.database, { slots: 2 });
  await addWorker(app.database, { slots: 9, labels: ['acme'], features: ['models'] });
  await submit();
  await claimNow(app.dependencies.leases);
  const two = { alive: 2, slots: 5, with_models: 1, with_recording: 1 };
  const seen = async (key: string) => (await app.get(WORKERS).set('x-api-key', key)).body.workers;
  expect(await seen(app.apiKey)).toEqual({ ...two, running: 1 });
  expect(await seen(otherKey)).toEqual({ ...two, running: 0 });
  const listed = async (key: string) => {
    const { body } = await app.get(WORKERS).set('x-api-key', key);
    return body.alive_workers.map(({ slots, running }: Record<string, number>) => [slots, running]);
  };
  expect((await listed(app.apiKey)).map(([slots]: number[]) => slots)).toEqual([3, 2]);
  expect(await listed(otherKey)).toEqual([
    [3, 0],
    [2, 0],
  ]);
  await app.database.pool.query(`UPDATE workers SET last_seen_at = now() - interval '61 s'`);
  expect(await seen(app.apiKey)).toEqual({
    alive: 0,
    slots: 0,
    running: 1,
    with_models: 0,
    with_recording: 0,
  });
});
