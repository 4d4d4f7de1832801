import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import {
  askForUrl,
  beginWait,
  readTicket,
  speakGateway,
  startWatchable,
} from '../testing/speak-gateway.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { closeLeftViewers, forgetOldViewers } from './forget-viewers.ts';

const app = await useTestApp();
const gateway = speakGateway(app);

const report = { close_code: 1000, bytes_to_viewer: 9_007_199_254_740_991, bytes_from_viewer: 12 };
const close = (jti: string, body: object = report) => gateway.post(`viewers/${jti}/close`, body);

/** A viewer of a running task. */
async function connect(mode: 'view' | 'control' = 'view') {
  const holder = await startWatchable(app);
  if (mode === 'control') await beginWait(app, holder);
  const url = await askForUrl(app, holder.taskId, mode);
  await gateway.redeem(url).expect(200);
  return { holder, jti: readTicket(url).jti };
}

async function readViewer(jti: string) {
  const { rows } = await app.database.pool.query('SELECT * FROM viewers WHERE jti = $1', [jti]);
  return rows[0];
}

async function complete({ taskId, leaseEpoch }: Awaited<ReturnType<typeof startWatchable>>) {
  const lease = { task_id: taskId, lease_epoch: leaseEpoch };
  const result = { output_data: [], for_loop_status: [] };
  await speakWorker(app).report(lease, 'complete', result).expect(200);
}

test('204 records how a viewer closed, but only the first time', async () => {
  const { jti } = await connect();
  await close(jti).expect(204);
  const first = await readViewer(jti);
  await close(jti, { ...report, close_code: 1011 }).expect(204);
  expect(first).toMatchObject({
    closed_at: expect.any(Date),
    close_code: 1000,
    bytes_to_viewer: '9007199254740991',
    bytes_from_viewer: '12',
  });
  expect(await readViewer(jti)).toEqual(first);
});

test('404 for an unknown viewer', async () => {
  for (const jti of [randomUUID(), 'no-uuid']) {
    const { body } = await close(jti).expect(404);
    expect(body.error).toEqual({ code: 'not-found', message: `There is no viewer "${jti}".` });
  }
});

test('422 for an invalid report, and 401 without the token', async () => {
  await close(randomUUID(), { ...report, close_code: 5 }).expect(422);
  await supertest(app.app).post(`/gateway/v1/viewers/${randomUUID()}/close`).expect(401);
});

test('closes a viewer whose gateway died once its attempt has ended, and still accepts a late report', async () => {
  const { pool } = app.database;
  const { holder, jti } = await connect();
  await closeLeftViewers(pool);
  expect(await readViewer(jti)).toMatchObject({ closed_at: null });
  await complete(holder);
  await closeLeftViewers(pool);
  expect(await readViewer(jti)).toMatchObject({ closed_at: null });

  await pool.query(
    `UPDATE attempts SET ended_at = ended_at - interval '1 minute' WHERE task_id = $1`,
    [holder.taskId],
  );
  expect(await closeLeftViewers(pool)).toBe(false);
  const closed = await readViewer(jti);
  expect(closed).toMatchObject({ close_code: null, closed_at: closed.opened_at });
  await close(jti).expect(204);
  expect(await readViewer(jti)).toMatchObject({ close_code: 1000, closed_at: closed.closed_at });
});

test('forgets view-only viewers after a day, and keeps those with control', async () => {
  const { pool } = app.database;
  const [view, young, control] = [await connect(), await connect(), await connect('control')];
  for (const { jti } of [view, young, control]) await close(jti).expect(204);
  await pool.query(
    `UPDATE viewers SET closed_at = closed_at - interval '1 day' WHERE jti = ANY($1)`,
    [[view.jti, control.jti]],
  );
  expect(await forgetOldViewers(pool)).toBe(false);
  expect(await readViewer(view.jti)).toBeUndefined();
  expect(await readViewer(young.jti)).toBeDefined();
  expect(await readViewer(control.jti)).toBeDefined();
});

test('lists who controlled a task, when and for how long', async () => {
  const { viewers } = app.dependencies;
  const { holder, jti } = await connect('control');
  const { taskId } = holder;
  await gateway.redeem(await askForUrl(app, taskId)).expect(200);
  await app.database.pool.query(
    `UPDATE viewers SET opened_at = now() - interval '90 s' WHERE jti = $1`,
    [jti],
  );
  const apiKeyId = (await readViewer(jti)).api_key_id;
  const [open, ...others] = await viewers.listControlSessions(taskId);
  expect(others).toEqual([]);
  expect(open).toMatchObject({ apiKeyId, apiKeyName: 'test', closedAt: null });
  expect(open?.seconds).toBeGreaterThanOrEqual(90);

  // Its gateway never reports.
  await complete(holder);
  const [left] = await viewers.listControlSessions(taskId);
  expect(left).toMatchObject({ closedAt: expect.any(Date), openedAt: open?.openedAt });
  await close(jti).expect(204);
  const [closed] = await viewers.listControlSessions(taskId);
  expect(closed?.seconds).toBeGreaterThanOrEqual(90);
  expect(await viewers.listControlSessions(randomUUID())).toEqual([]);
});
