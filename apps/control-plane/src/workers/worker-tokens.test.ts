import { expect, test } from '@jest/globals';
import { enrolWorker, registrationTokenOf, workerToken } from '../testing/enrol-worker.ts';
import { openPools } from '../testing/open-pools.ts';
import { screen, screenKey } from '../testing/speak-gateway.ts';
import { speakWorker, workerId } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const { pools, send, register, openPool } = openPools(app);
const worker = speakWorker(app);
const claim = { worker_id: workerId, wait_seconds: 0 };

// proves operation: claimTask; registerWorker
test('revoking a pool locks out its workers, even those with a waiting claim', async () => {
  const { token: poolToken } = await pools.create('revoked', ['default']);
  const own = { worker_id: 'worker-of-revoked' };
  const { body: made } = await register(poolToken, { ...own, screen }).expect(201);
  const waiting = send('claims', made.token, { ...own, wait_seconds: 20 }).then((answer) => answer);
  // Once this request has a response, the server has read the claim before it.
  await send('claims', made.token, { ...own, wait_seconds: 0 }).expect(204);
  await pools.revoke('revoked');
  const taskId = await app.submit();
  expect((await waiting).status).toBe(401);
  await send('claims', made.token, { ...own, wait_seconds: 0 }).expect(401);
  await register(poolToken, own).expect(401);
  expect(await worker.claim()).toMatchObject({ task_id: taskId });

  const { token: fresh } = await pools.rotate('revoked');
  await register(poolToken, own).expect(401);
  await register(fresh, own).expect(201);
});

test('rotating a token keeps registered workers', async () => {
  const { poolToken, token } = await openPool('rotated');
  await pools.rotate('rotated');
  await send('claims', token, { ...claim, worker_id: 'worker-of-rotated' }).expect(204);
  await register(poolToken, { worker_id: 'worker-of-rotated' }).expect(401);
});

test('serves a worker whose row someone holds', async () => {
  const { token } = await openPool('held');
  const { pool } = app.database;
  const id = 'worker-of-held';
  await pool.query(`UPDATE workers SET last_seen_at = now() - interval '11 s' WHERE id = $1`, [id]);
  await using stack = new AsyncDisposableStack();
  const connection = await pool.connect();
  stack.defer(() => connection.release());
  await connection.query('BEGIN');
  stack.defer(async () => void (await connection.query('ROLLBACK')));
  await connection.query('SELECT FROM workers WHERE id = $1 FOR UPDATE', [id]);
  await send('claims', token, { ...claim, worker_id: id }).expect(204);
  await connection.query('LOCK TABLE workers IN SHARE MODE');
  await send('claims', token, { ...claim, worker_id: id }).expect(204);
});

test('returns the same error for every kind of invalid worker token', async () => {
  const { pool } = app.database;
  const tokens = [registrationTokenOf('unknown'), 'errand', workerToken];
  for (const id of ['over', 'gone']) {
    await enrolWorker(app, { workerId: id });
    tokens.push(registrationTokenOf(id));
  }
  await pool.query(`UPDATE workers SET expires_at = now() WHERE id = 'over'`);
  await send('registrations/end', registrationTokenOf('gone'), { worker_id: 'gone' }).expect(204);
  const { body: first } = await register(workerToken, { worker_id: 'twice' }).expect(201);
  await register(workerToken, { worker_id: 'twice' }).expect(201);
  const { token: revoked } = await openPool('answers');
  await pools.revoke('answers');
  const answers = new Set<string>();
  for (const token of [...tokens, first.token, revoked]) {
    const { status, body } = await send('claims', token, claim);
    answers.add(JSON.stringify([status, body]));
  }
  expect([...answers]).toEqual([expect.stringMatching(/^\[401,.*unknown or expired/)]);
});

test('does not store tokens in plain text, and seals the screen key', async () => {
  await worker.enrol({ screen });
  const { poolToken, token } = await openPool('stored');
  const { rows } = await app.database.pool.query<{ row: string }>(
    `SELECT to_jsonb(w)::text AS row FROM workers w UNION ALL SELECT to_jsonb(p)::text FROM worker_pools p`,
  );
  const stored = rows.map(({ row }) => row).join('\n');
  expect(stored).toMatch(/"screen_key": "v1\.test\./);
  for (const secret of [poolToken, token, workerToken, screenKey.toString('base64')]) {
    expect(stored).not.toContain(secret);
  }
});

test('changing WORKER_TOKEN ends the registrations of the old one', async () => {
  await worker.enrol();
  await app.database.pool.query(`UPDATE workers SET pool_token_hash = '\\x00' WHERE id = $1`, [
    workerId,
  ]);
  await worker.post('/claims', claim).expect(401);
});
