import { expect, test } from '@jest/globals';
import { recordLogs } from '../testing/record-logs.ts';
import { scriptSession } from '../testing/script-session.ts';
import { orderSubmission } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const { logger, entries } = recordLogs();
const unreadable = /^A stored secret that this request needs cannot be decrypted/;

const app = await useTestApp({ logger });

test('lists a debug session with a damaged state, and shows the next reported state', async () => {
  const { start } = scriptSession(app);
  const session = await start();
  const state = { state: 'ready', page_url: 'https://portal.example/' };
  await session.report('state', state).expect(204);
  await app.database.pool.query(
    `UPDATE debug_sessions SET shown = replace(shown, 'v1.test.', 'v1.lost.') WHERE task_id = $1`,
    [session.id],
  );
  const damaged = { session_id: session.id, state: 'ready', page_url: null, is_damaged: true };
  const read = async () => (await app.get(`/api/v1/sessions/${session.id}`).expect(200)).body;
  expect((await read()).session).toMatchObject(damaged);
  const { body } = await app.get('/api/v1/sessions').expect(200);
  expect(body.sessions).toMatchObject([damaged]);
  await session.report('state', state).expect(204);
  const { session: whole } = await read();
  expect([whole.page_url, 'is_damaged' in whole]).toEqual([state.page_url, false]);
  await session.complete();
});

test('lists the events of a debug session despite a damaged one', async () => {
  const { start } = scriptSession(app);
  const session = await start();
  const state = { state: 'ready', page_url: 'https://portal.example/' };
  await session.report('state', state).expect(204);
  await app.database.pool.query(
    `UPDATE session_events SET data = replace(data, 'v1.test.', 'v1.lost.') WHERE task_id = $1`,
    [session.id],
  );
  await session.report('state', { ...state, state: 'busy' }).expect(204);
  await session.complete();
  const { text } = await app.get(`/api/v1/sessions/${session.id}/events`).expect(200);
  const data = [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']): object =>
    JSON.parse(json),
  );
  expect(data[0]).toEqual({ is_damaged: true });
  expect(data.at(-2)).toMatchObject({ state: 'busy' });
  expect(data.at(-1)).toMatchObject({ state: 'ended' });
});

test('lists tasks despite a damaged secret, and reports it where the secret is needed', async () => {
  const [whole, damaged] = [await app.submit(), await app.submit()];
  await app.post(`/api/v1/tasks/${damaged}/cancel`).expect(200);
  await app.database.pool.query(
    `UPDATE tasks SET secure_parameters = replace(secure_parameters, 'v1.test.', 'v1.lost.') WHERE id = $1`,
    [damaged],
  );
  const { body } = await app.get('/api/v1/tasks').expect(200);
  expect(body.tasks.map(({ task_id: id }: { task_id: string }) => id).toSorted()).toEqual(
    [whole, damaged].toSorted(),
  );
  await app.get(`/api/v1/tasks/${damaged}`).expect(200);
  const refused = await app.post(`/api/v1/tasks/${damaged}/retry`).expect(500);
  expect(refused.body.detail).toMatch(unreadable);
  expect(JSON.stringify(entries)).toContain(`task:${damaged}:secure_parameters`);
});

test('lists recordings despite a damaged seed, and reports it on submission', async () => {
  await app.database.pool.query(
    `UPDATE recording_versions SET automation = replace(automation::text, 'sealed:v1.test.', 'sealed:v1.lost.')::jsonb`,
  );
  const { body } = await app.get('/api/v1/get_recordings').expect(200);
  expect(JSON.stringify(body)).toContain('sealed:v1.lost.');
  const refused = await app.post('/api/v1/inference', orderSubmission).expect(500);
  expect(refused.body.message).toMatch(unreadable);
});

test('rotates damaged signing secrets, and lists and signs with those that can be opened', async () => {
  const secrets = '/api/v1/signing_secrets';
  await app.get(secrets).expect(200);
  await app.database.pool.query(
    `UPDATE signing_secrets SET secret = replace(secret, 'v1.test.', 'v1.lost.')`,
  );
  expect((await app.get(secrets).expect(500)).body.detail).toMatch(unreadable);
  const rotated = await app.post(`${secrets}/rotate`, {}).expect(200);
  expect(rotated.body.signing_secrets).toMatchObject([{ expires_at: null }]);
  expect((await app.get(secrets).expect(200)).body).toEqual(rotated.body);
});
