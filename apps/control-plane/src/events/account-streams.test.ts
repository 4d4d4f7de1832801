import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { deleteAccounts } from '../retention/delete-accounts.ts';
import type { ReceivedEvent } from '../testing/follow-task.ts';
import { createRandom } from '../testing/random.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { testSealer } from '../testing/start-test-app.ts';
import { useEventServers } from '../testing/use-event-servers.ts';
import { type AccountPosition, createPositionIds } from './account-position.ts';
import { forgetAccountEvents } from './forget-account-events.ts';

const PATH = '/api/v1/events';
const TASKS = 18;
const EVENTS = 2 * TASKS;

const { logger, entries } = recordLogs();
const { app, urls, serveReplica, openAccount, followAccount, takeAccount, findNow } =
  await useEventServers(logger);
const { pool } = app.database;
const ids = createPositionIds(testSealer, app.accountId);

async function findPosition(): Promise<AccountPosition> {
  const position = ids.read(await findNow());
  if (!position) throw new Error('The id of an event contains no position.');
  return position;
}

test('200 neither misses nor repeats an event for clients that keep reconnecting', async () => {
  const start = await findNow();
  const random = createRandom(11);
  const ending = await serveReplica({ longestMs: 60 });
  const reading = Promise.all([ending, ...urls].map((url) => reconnect({ start, url, random })));
  await Promise.all([submitAndCancel(), submitAndCancel(), submitAndCancel()]);
  const [first, ...others] = await reading;
  expect(new Set(first?.map(({ id }) => id)).size).toBe(EVENTS);
  expect(others).toEqual([first, first]);
});

async function submitAndCancel(): Promise<void> {
  for (let done = 0; done < TASKS / 3; done += 1) {
    const taskId = await app.submit();
    await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  }
}

/** Reads all events, reconnecting after a random number of them. */
async function reconnect({
  start,
  url,
  random,
}: {
  readonly start: string;
  readonly url: string;
  readonly random: () => number;
}): Promise<readonly ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  while (events.length < EVENTS) {
    const count = Math.min(1 + Math.floor(random() * 9), EVENTS - events.length);
    events.push(...(await takeAccount(count, { id: events.at(-1)?.id ?? start, url })));
  }
  return events;
}

test('200 continues on another server after the first one has stopped midway', async () => {
  const stopping = await listen(app.app, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const listener = await followAccount({ url: stopping.url });
  await listener.until(1);
  const taskId = await app.submit();
  await listener.until(2);
  stopping.server.closeAllConnections();
  await stopping[Symbol.asyncDispose]();
  await expect(listener.end()).rejects.toThrow('terminated');
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const [next] = await takeAccount(1, { id: listener.events.at(-1)?.id });
  expect(next?.data).toMatchObject({ task_id: taskId, status: 'cancelled' });
});

test('200 begins with reset when the events after the position may be deleted', async () => {
  const now = await findPosition();
  const { at, xid } = now;
  await app.submit();
  const hour = 3_600_000;
  const known = ids.write({ ...now, at: at - 23.9 * hour });
  expect(await takeAccount(1, { id: known })).toMatchObject([{ data: { status: 'queued' } }]);
  const otherIds = createPositionIds(testSealer, randomUUID());
  for (const id of [
    ids.write({ ...now, at: at - 24 * hour - 1 }),
    // A position from a database that was then replaced with an older copy.
    ids.write({ ...now, xid: xid + 1_000_000n }),
    // A position from an older release, and one from another account.
    `${at}-${xid}-0`,
    otherIds.write(now),
  ]) {
    const [reset] = await takeAccount(1, { id, url: urls[1] });
    expect(reset).toMatchObject({ event: 'reset', data: { reason: 'position_expired' } });
    const taskId = await app.submit();
    const [next] = await takeAccount(1, { id: reset?.id });
    expect(next?.data).toMatchObject({ task_id: taskId, status: 'queued' });
  }
});

test('200 renews the position of a client that receives no events', async () => {
  const now = await findPosition();
  const place = { id: ids.write({ ...now, at: now.at - 60_000 }), query: '?kinds=delivery' };
  const stream = await openAccount({ ...place, url: await serveReplica({ longestMs: 300 }) });
  const [, renewed = ''] = /^id: ([\w-]+)\n\n/m.exec(await stream.text()) ?? [];
  expect(ids.read(renewed)?.at).toBeGreaterThanOrEqual(now.at);
});

// proves operation: streamAccountEvents
test('429 beyond the stream limit of an account, which includes streams of tasks', async () => {
  const url = await serveReplica({ maxListenersOfAccount: 2 });
  const taskId = await app.submit();
  const of = { headers: { 'x-api-key': app.apiKey } };
  const streams = [
    await openAccount({ url }),
    await fetch(`${url}/api/v1/tasks/${taskId}/events`, of),
  ];
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  const refused = await openAccount({ url });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('x-error-code')).toBe('too-many-listeners');
  for (const { body } of streams) await body?.cancel();
});

// proves operation: streamAccountEvents
test('422 for an invalid position or kind', async () => {
  for (const id of ['7', '1-2', '1-2-3-4', '-1-2-3', 'x'.repeat(199), `1-${'9'.repeat(19)}-1`]) {
    expect((await openAccount({ id })).status).toBe(422);
  }
  const { body } = await app.get(`${PATH}?kinds=task,step`).expect(422);
  expect(body.detail[0].msg).toMatch(/^kinds/);
});

// proves operation: createAccountEventsUrl; streamAccountEvents
test('200 returns a URL that opens the stream without a key; 401 for any other ticket', async () => {
  const { key, apiKeyId } = await app.dependencies.apiKeys.create(app.accountId, { name: 'page' });
  const { body } = await app.get(`${PATH}/url`).set('x-api-key', key).expect(200);
  const { pathname, search } = new URL(body.events_url);
  expect([pathname, Date.parse(body.expires_at) > Date.now()]).toEqual([PATH, true]);
  const opened = await fetch(`${urls[0]}${PATH}${search}&kinds=task`);
  expect(opened.status).toBe(200);
  await opened.body?.cancel();
  const taskId = await app.submit();
  const ofTask = `/api/v1/tasks/${taskId}/events`;
  const { body: task } = await app.get(`${ofTask}/url`).expect(200);
  const ask = (path: string) => supertest(app.app).get(path);
  for (const path of [
    `${PATH}${new URL(task.events_url).search}`,
    `${ofTask}${search}`,
    `${PATH}${search}x`,
    `${PATH}/url${search}`,
    PATH,
    `${PATH}/url`,
  ]) {
    await ask(path).expect(401);
  }
  await app.delete(`/api/v1/api_keys/${apiKeyId}`).expect(200);
  const revoked = await ask(`${PATH}${search}`).expect(401);
  expect(revoked.body.detail).toBe('The API key of the ticket is revoked: use another key.');
  expect(JSON.stringify(entries)).not.toContain(search.slice('?ticket='.length));
});

test('events are deleted after a day, and with their account', async () => {
  const list = async () => {
    const { rows: events } = await pool.query('SELECT id FROM account_events ORDER BY id');
    return events.map(({ id }) => id);
  };
  // More events may come meanwhile.
  const [oldest, ...others] = await list();
  expect(await forgetAccountEvents(pool)).toBe(false);
  expect(await list()).toEqual(expect.arrayContaining([oldest, ...others]));
  await pool.query(
    `UPDATE account_events SET created_at = now() - interval '25 hours 1 second' WHERE id = $1`,
    [oldest],
  );
  await forgetAccountEvents(pool);
  const left = await list();
  expect(left).not.toContain(oldest);
  expect(left).toEqual(expect.arrayContaining(others));
  const { database, queue } = app;
  await pool.query(
    `INSERT INTO account_deletions (account_id, name, requested_at) VALUES ($1, 'owner', now() - interval '2 h')`,
    [app.accountId],
  );
  while (await deleteAccounts({ database, queue, logger }));
  await deleteAccounts({ database, queue, logger });
  const { rows } = await pool.query('SELECT FROM account_events WHERE account_id = $1', [
    app.accountId,
  ]);
  expect(rows).toEqual([]);
});
