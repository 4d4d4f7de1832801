import { beforeEach, expect, test } from '@jest/globals';
import { createSealer } from '@errand/secrets';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { sealedContext } from '../database/sealed-context.ts';
import { orderAutomation, orderWarning, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
let recordingId: string;
let path: string;
let names = 0;
beforeEach(async () => {
  const { body } = await app
    .post('/api/v1/recordings', {
      endpoint_name: `changed-${(names += 1)}`,
      automation: orderAutomation,
      description: 'Orders.',
      callback_url: { url: 'https://erp.example/results', api_key: 'first' },
      notification_emails: ['a@erp.example'],
    })
    .expect(201);
  recordingId = body.recording_id;
  path = `/api/v1/update_recording/${recordingId}`;
});

const read = async () => {
  const { body } = await app.get(`/api/v1/recordings/${recordingId}`).expect(200);
  const { updated_at: _, ...recording } = body.recording;
  return recording;
};

const readSecret = async () => {
  const row = await app.database.prisma.recording.findUniqueOrThrow({ where: { id: recordingId } });
  const sealer = createSealer({ keys: [{ id: 'test', key: Buffer.alloc(32, 1) }] });
  const context = sealedContext.callbackSecret('recording', recordingId);
  return row.callbackSecret === null ? null : sealer.unseal(row.callbackSecret, context);
};
const otherAutomation = { ...orderAutomation, url: 'https://other.example/' };

test.each([
  ['endpoint_name', 'renamed'],
  ['description', 'New.'],
  ['description', ''],
  ['notification_emails', ['b@erp.example', 'c@erp.example']],
  ['notification_emails', []],
  ['is_marketplace', true],
])('200 changes %s to %j and nothing else', async (name, value) => {
  const before = await read();
  const { body } = await app.patch(path, { [name]: value }).expect(200);
  expect(body).toEqual({
    success: true,
    recording_id: recordingId,
    version: 1,
    message: 'The recording is updated.',
    warnings: [],
  });
  expect(await read()).toEqual({ ...before, [name]: value });
  expect(await readSecret()).toEqual({ api_key: 'first' });
});

test('200 renames a recording in its schedules, too', async () => {
  const { endpoint_name } = await read();
  const task = { endpoint_name, input_parameters: { username: ['a'], number: ['1'] } };
  const create = async (of: object) => {
    const schedule = { name: randomUUID(), cron: '0 0 1 1 *', task: { ...task, ...of } };
    return (await app.post('/api/v1/schedules', schedule).expect(201)).body.schedule.schedule_id;
  };
  const [own, other] = [await create({}), await create({ endpoint_name: 'order' })];
  const { pool } = app.database;
  await pool.query('DELETE FROM account_events');
  await app.patch(path, { endpoint_name: 'followed' }).expect(200);
  const taskOf = async (id: string) =>
    (await app.get(`/api/v1/schedules/${id}`).expect(200)).body.schedule.task;
  expect(await taskOf(own)).toMatchObject({ ...task, endpoint_name: 'followed' });
  expect(await taskOf(other)).toMatchObject({ endpoint_name: 'order' });
  const { rows } = await pool.query(`SELECT data FROM account_events WHERE kind = 'schedule'`);
  expect(rows).toMatchObject([{ data: { schedule_id: own, change: 'changed' } }]);
});

test('200 stores a new automation as a new version, and warns', async () => {
  const before = await read();
  const misspelt = { go_to_url: { url: 'https://other.example/{usernmae[0]}' } };
  const nodes = [{ type: 'action_node', interaction_action: misspelt }];
  const automation = { ...otherAutomation, nodes };
  const { body } = await app.patch(path, { automation }).expect(200);
  expect(body).toMatchObject({
    version: 2,
    warnings: [{ path: ['nodes', 0, 'interaction_action', 'go_to_url', 'url'] }, orderWarning],
  });
  const { parameters } = sealedOrder;
  expect(await read()).toEqual({
    ...before,
    automation: { ...automation, parameters },
    version: 2,
  });
  const where = { recordingId_version: { recordingId, version: 2 } };
  const { portal } = await app.database.prisma.recordingVersion.findUniqueOrThrow({ where });
  expect(portal).toBe('https://other.example');
});

test('200 replaces the whole receiver, including its credentials', async () => {
  const url = 'https://crm.example/results';
  await app.patch(path, { callback_url: { url, username: 'errand', password: 'p' } }).expect(200);
  expect(await readSecret()).toEqual({ username: 'errand', password: 'p' });
  expect((await read()).callback_url).toEqual({ url, has_credentials: true });
  await app.patch(path, { callback_url: { url } }).expect(200);
  expect((await read()).callback_url).toEqual({ url, has_credentials: false });
  await app.patch(path, { callback_url: null }).expect(200);
  expect((await read()).callback_url).toBeNull();
});

test('200 moves the recording to another workspace', async () => {
  const made = await app.post('/api/v1/workspaces', { name: 'moved to' }).expect(201);
  const { workspace_id: workspaceId } = made.body.workspace;
  await app.patch(path, { workspace_id: workspaceId }).expect(200);
  const { body } = await app.get(`/api/v1/get_recordings?workspace_id=${workspaceId}`).expect(200);
  expect(body.recordings).toMatchObject([{ recording_id: recordingId }]);
});

test('200 gives each concurrent request its own version', async () => {
  const requests = Array.from({ length: 6 }, () =>
    app.patch(path, { automation: otherAutomation }),
  );
  const answers = await Promise.all(requests);
  expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([2, 3, 4, 5, 6, 7]));
});

test('400 for a body that is not JSON', async () => {
  await app.patch(path).set('content-type', 'application/json').send('{').expect(400);
});

test('401 without a key', async () => {
  await supertest(app.app).patch(path).send({ description: 'New.' }).expect(401);
});

test('404 for a recording that is unknown or of another account', async () => {
  for (const id of [randomUUID(), 'none']) {
    const answer = app.patch(`/api/v1/update_recording/${id}`, { description: 'New.' });
    expect((await answer.expect(404)).body).toEqual({ detail: `There is no recording "${id}".` });
  }
  const before = await read();
  const foreign = app.patch(path, { description: 'Mine.' }).set('x-api-key', app.otherApiKey);
  await foreign.expect(404);
  expect(await read()).toEqual(before);
});

test('404 for a workspace that is unknown or of another account', async () => {
  const made = await app
    .post('/api/v1/workspaces', { name: 'foreign' })
    .set('x-api-key', app.otherApiKey)
    .expect(201);
  for (const id of [made.body.workspace.workspace_id, randomUUID(), 'none']) {
    const { body } = await app.patch(path, { workspace_id: id }).expect(404);
    expect(body).toEqual({ detail: `There is no workspace "${id}".` });
  }
});

test('409 for an endpoint name that is taken', async () => {
  const { body } = await app.patch(path, { endpoint_name: 'order' }).expect(409);
  expect(body.detail).toBe('Another recording has the endpoint name "order": choose another one.');
});

test('413 for a body over 10 MB', async () => {
  await app.patch(path, { description: 'x'.repeat(10_485_760) }).expect(413);
});

test('415 without a body', async () => {
  await app.patch(path).expect(415);
});

test.each([
  [{}, ['body'], 'minProperties'],
  [{ name: 'a' }, ['body', 'name'], 'additionalProperties'],
  [{ automation: null, description: null }, ['body'], 'minProperties'],
  [{ automation: { url: 'x' } }, ['body', 'automation', 'parameters'], 'automation'],
  [{ notification_emails: ['nobody'] }, ['body', 'notification_emails', 0], 'format'],
  [{ callback_url: {} }, ['body', 'callback_url', 'url'], 'required'],
  [{ callback_url: { url: 'https://a:b@erp.example' } }, ['body', 'callback_url', 'url'], 'format'],
])('422 for %j', async (sent, loc, type) => {
  const { body } = await app.patch(path, sent).expect(422);
  expect(body.detail).toContainEqual({ loc, type, msg: expect.any(String) });
});
