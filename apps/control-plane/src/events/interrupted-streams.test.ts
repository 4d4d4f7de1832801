import { pollUntil } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { begin } from '../testing/begin.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { createFile, useEventServers } from '../testing/use-event-servers.ts';

const { logger, entries } = recordLogs();
const { app, urls, open, openAccount, follow, serveReplica } = await useEventServers(logger);

// proves operation: streamTaskEvents
test('ends when the client disconnects, and frees a place for the next listener', async () => {
  const taskId = await app.submit();
  const listeners = await Promise.all(Array.from({ length: 50 }, () => open(taskId)));
  expect(listeners.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
  const refused = await open(taskId);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await refused.json()).toEqual({ detail: expect.stringMatching(/^50 event streams/) });
  for (const { body } of listeners) await body?.cancel();
  await pollUntil('there is room', async () => {
    const next = await open(taskId);
    await next.body?.cancel();
    return next.status === 200;
  });
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  expect(entries.filter(({ level }) => level === 'error')).toEqual([]);
});

test('200 ends at the time limit, frees its place, and continues with a new request', async () => {
  const url = await serveReplica({ longestMs: 300 });
  const taskId = await app.submit();
  for (const _ of Array.from({ length: 3 })) {
    const streams = await Promise.all(Array.from({ length: 25 }, () => open(taskId, { url })));
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    const expected = expect.stringMatching(/^retry: 2000\n\nid: [^]*"queued"[^]*\n\n$/);
    expect(texts).toEqual(texts.map(() => expected));
  }
  const [first] = await (await follow(taskId, { url })).end();
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const rest = await (await follow(taskId, { url, id: first?.id })).end();
  expect(rest.map(({ data }) => data['status'])).toEqual(['cancelled']);
});

test('200 sends what has happened even if the time limit expires before the first read', async () => {
  const url = await serveReplica({ longestMs: 1 });
  const taskId = await app.submit();
  const streams = await Promise.all(Array.from({ length: 25 }, () => follow(taskId, { url })));
  const received = await Promise.all(streams.map((stream) => stream.end()));
  const queued = [expect.objectContaining({ event: 'status' })];
  expect(received).toEqual(received.map(() => queued));
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
});

test('200 continues when the database drops the connection during a read', async () => {
  const taskId = await app.submit();
  const listener = await follow(taskId, { url: urls[1] });
  await listener.until(1);
  await breakOffLookAt(() => addFileUncounted(taskId, 'invoice.pdf'));
  await listener.until(2);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const events = await listener.end();
  expect(events.map(({ event }) => event)).toEqual(['status', 'file', 'status']);
});

// proves operation: streamAccountEvents
test('200 ends soon after its key is revoked, and only then', async () => {
  const url = await serveReplica();
  const taskId = await app.submit();
  const { key, apiKeyId } = await app.dependencies.apiKeys.create(app.accountId, { name: 'page' });
  const streams = await Promise.all([
    open(taskId, { url, apiKey: key }),
    openAccount({ url, apiKey: key }),
  ]);
  const other = await open(taskId, { url });
  await app.delete(`/api/v1/api_keys/${apiKeyId}`).expect(200);
  // Both bodies end; without the check, they would stay open for an hour.
  const texts = await Promise.all(streams.map((stream) => stream.text()));
  expect(texts).toEqual([expect.stringContaining('"queued"'), expect.stringContaining('reset')]);
  expect((await open(taskId, { url, apiKey: key })).status).toBe(401);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  expect(await other.text()).toContain('"cancelled"');
});

test('200 ends soon after the session of its browser has ended', async () => {
  const url = await serveReplica();
  const headers = { 'x-api-key': app.apiKey };
  const signedIn = await fetch(`${url}/api/v1/session`, { method: 'POST', headers });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const stream = await fetch(`${url}/api/v1/events`, { headers: { cookie } });
  expect(stream.status).toBe(200);
  const own = { cookie, 'sec-fetch-site': 'same-origin' };
  const ended = await fetch(`${url}/api/v1/session`, { method: 'DELETE', headers: own });
  expect(ended.status).toBe(200);
  expect(await stream.text()).toContain('reset');
});

/** Skips the counting triggers, which would wait for a lock on the attempts. */
async function addFileUncounted(taskId: string, filename: string): Promise<void> {
  const { prisma } = app.database;
  const withoutTriggers = prisma.$executeRaw`SET LOCAL session_replication_role = replica`;
  await prisma.$transaction([withoutTriggers, createFile(app, { taskId, filename })]);
}

/** Terminates the listener's connection while it reads the change. */
async function breakOffLookAt(change: () => Promise<void>): Promise<void> {
  await using holder = await begin(app);
  await holder.query('LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE');
  await change();
  // Outside the transaction, which would see the same activity every time.
  await pollUntil('its read is interrupted', async () => {
    const { rowCount } = await app.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%LEFT JOIN attempts%'`,
    );
    return rowCount !== 0;
  });
}
