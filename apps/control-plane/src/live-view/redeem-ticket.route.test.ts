import { openScreenToken } from '@errand/stream-ticket';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createWholeApp } from '../testing/create-whole-app.ts';
import {
  askForUrl,
  beginWait,
  readTicket,
  screenKey,
  speakGateway,
  startWatchable,
} from '../testing/speak-gateway.ts';
import { workerToken } from '../testing/enrol-worker.ts';
import { speakWorker } from '../testing/speak-worker.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { gatewayToken } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
const gateway = speakGateway(app);

const result = { output_data: [], for_loop_status: [] };

async function codeOf(answer: supertest.Test): Promise<string> {
  const { body } = await answer.expect(409);
  return body.error.code;
}

test('200 returns the address of the screen with a token for it', async () => {
  const { taskId, leaseEpoch } = await startWatchable(app);
  const trace_id = 'a'.repeat(32);
  const traceparent = `00-${trace_id}-${'b'.repeat(16)}-01`;
  await app.database.prisma.task.update({ where: { id: taskId }, data: { traceparent } });
  const { body } = await gateway.redeem(await askForUrl(app, taskId)).expect(200);

  expect(body).toEqual({ host: 'fd00::7', port: 5907, token: expect.any(String), trace_id });
  expect(openScreenToken(screenKey, body.token)).toMatchObject({
    taskId,
    leaseEpoch,
    mode: 'view',
  });
  const { rows } = await app.database.pool.query('SELECT * FROM viewers WHERE task_id = $1', [
    taskId,
  ]);
  expect(rows).toMatchObject([
    { mode: 'view', gateway_id: 'gateway-1', viewer_address: '203.0.113.9', closed_at: null },
  ]);
});

test('409 for a used ticket, even when it is used concurrently', async () => {
  const { taskId } = await startWatchable(app);
  for (let round = 0; round < 5; round += 1) {
    const url = await askForUrl(app, taskId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => gateway.redeem(url)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: {
        code: 'ticket-used',
        message: 'The ticket was used before: request a new one for every connection.',
      },
    });
  }
});

test('409 for a ticket of an ended attempt, and of a task that ends while tickets are valid', async () => {
  const worker = speakWorker(app);
  const holder = await startWatchable(app);
  const lease = { task_id: holder.taskId, lease_epoch: holder.leaseEpoch };
  const first = await askForUrl(app, holder.taskId);
  await worker.report(lease, 'release', { reason: 'drain' }).expect(200);
  expect(await codeOf(gateway.redeem(first))).toBe('not-running');
  const again = await worker.claim();
  expect(await codeOf(gateway.redeem(first))).toBe('not-running');
  await worker.report(again, 'start').expect(200);
  expect(await codeOf(gateway.redeem(first))).toBe('stale-lease');

  const { task_id } = again;
  const second = await askForUrl(app, task_id);
  await worker.report(again, 'complete', result).expect(200);
  const { body } = await gateway.redeem(second).expect(409);
  expect(body.error).toMatchObject({ code: 'task-ended', status: 'success' });
});

test('409 for control when the wait has ended, and for a missing screen', async () => {
  const holder = await startWatchable(app);
  const waitId = await beginWait(app, holder);
  const control = await askForUrl(app, holder.taskId, 'control');
  await app.dependencies.humanWaits.end(holder, waitId, 'ended');
  expect(await codeOf(gateway.redeem(control))).toBe('not-waiting');

  // The refusal did not use up the ticket.
  await beginWait(app, holder);
  await gateway.redeem(control).expect(200);

  const view = await askForUrl(app, holder.taskId);
  await speakWorker(app).enrol();
  expect(await codeOf(gateway.redeem(view))).toBe('no-screen');
});

test('409 for a ticket whose key has been revoked', async () => {
  const { taskId } = await startWatchable(app);
  const { apiKeyId, key } = await app.dependencies.apiKeys.create(app.accountId, { name: 'lost' });
  const { body } = await app
    .get(`/api/v1/tasks/${taskId}/stream`)
    .set('x-api-key', key)
    .expect(200);
  await app.dependencies.apiKeys.revoke(app.accountId, apiKeyId);
  expect(await codeOf(gateway.redeem(body.stream_url))).toBe('key-revoked');
});

test('404 for a task that is unknown or not of the account in the ticket', async () => {
  const { taskId } = await startWatchable(app);
  const url = await askForUrl(app, taskId);
  const { body } = await gateway.redeem(url, { task_id: randomUUID() }).expect(404);
  expect(body.error.code).toBe('not-found');
  await gateway.redeem(url, { account_id: randomUUID() }).expect(404);
  await gateway.redeem(url).expect(200);
});

test('401 for a wrong token, and for any token when the control plane has none', async () => {
  const { taskId } = await startWatchable(app);
  const url = await askForUrl(app, taskId);
  const { logger } = recordLogs();
  const without = createWholeApp(app.dependencies, {
    logger,
    validateResponses: true,
  });
  const bare = { ...app, app: without };
  const { body } = await gateway.redeem(url).auth(workerToken, { type: 'bearer' }).expect(401);
  expect(body.error).toEqual({
    code: 'unauthorized',
    message:
      'The gateway token is missing or wrong: send it as "Authorization: Bearer <GATEWAY_TOKEN>".',
  });
  await speakGateway(bare).redeem(url).expect(401);
  await supertest(without).post('/gateway/v1/tickets/redeem').send({}).expect(401);
  // A gateway token must not work for workers either.
  await speakWorker(app).post('/bell', {}).auth('x', { type: 'bearer' }).expect(401);
});

const send = (text: string, type = 'application/json') =>
  supertest(app.app)
    .post('/gateway/v1/tickets/redeem')
    .auth(gatewayToken, { type: 'bearer' })
    .set('content-type', type)
    .send(text);

test('400, 413, 415 and 422 for a body that cannot be read', async () => {
  const codes = [];
  for (const answer of [
    await send('{').expect(400),
    await send(`"${'x'.repeat(10_485_760)}"`).expect(413),
    await send('{}', 'text/plain').expect(415),
    await send('{}').expect(422),
  ]) {
    codes.push(answer.body.error.code);
  }
  expect(codes).toEqual([
    'malformed-request',
    'payload-too-large',
    'unsupported-media-type',
    'invalid-request',
  ]);
});

test('500 for a screen key that cannot be opened; the ticket stays valid and unlogged', async () => {
  const { taskId } = await startWatchable(app);
  const url = await askForUrl(app, taskId);
  const { pool } = app.database;
  const { rows } = await pool.query(`SELECT screen_key FROM workers WHERE id = 'worker-a1'`);
  await pool.query(`UPDATE workers SET screen_key = 'v1.gone.x.y'`);
  const { logger, entries } = recordLogs();
  const options = { logger, gatewayToken: 'g'.repeat(32), validateResponses: true };
  const quiet = speakGateway({ ...app, app: createWholeApp(app.dependencies, options) });
  await quiet.redeem(url).auth(options.gatewayToken, { type: 'bearer' }).expect(500);
  expect(entries).toMatchObject([{ message: 'request failed', operationId: 'redeemTicket' }]);
  expect(JSON.stringify(entries)).not.toContain(readTicket(url).jti);
  await pool.query('UPDATE workers SET screen_key = $1', [rows[0].screen_key]);
  await gateway.redeem(url).expect(200);
});
