import { beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { orderAutomation, orderSubmission, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

let names = 0;
let endpointName: string;
beforeEach(() => {
  endpointName = `recording-${(names += 1)}`;
});

/** Returns the path of a new recording. */
async function create(members: object = {}): Promise<string> {
  const sent = { endpoint_name: endpointName, automation: orderAutomation, ...members };
  const { body } = await app.post('/api/v1/recordings', sent).expect(201);
  return `/api/v1/recordings/${body.recording_id}`;
}

const automationOf = (path: string) => ({ ...orderAutomation, url: `https://${path}.example/` });

// proves operation: listRecordingVersions; getRecordingVersion
test('200 lists versions newest first, page by page', async () => {
  const path = await create();
  for (const name of ['b', 'c']) {
    const sent = { endpoint_name: endpointName, automation: automationOf(name) };
    await app.post('/api/v1/update_example', sent).expect(200);
  }
  const made = { restored_from: null, comment: null, created_by: 'test' };
  const members = { ...made, created_at: expect.any(String) };
  const { body: first } = await app.get(`${path}/versions?limit=2`).expect(200);
  expect(first.versions).toEqual([
    { version: 3, is_current: true, ...members },
    { version: 2, is_current: false, ...members },
  ]);
  const rest = await app.get(`${path}/versions?limit=2&cursor=${first.next_cursor}`).expect(200);
  expect(rest.body).toMatchObject({ versions: [{ version: 1 }], next_cursor: null });
  const { body } = await app.get(`${path}/versions/2`).expect(200);
  expect(body.version).toMatchObject({
    version: 2,
    automation: { ...sealedOrder, url: 'https://b.example/' },
  });
});

// proves operation: createRecording; updateExample; updateRecording; rollBackRecording
test('200 records who created each version and why, even after the key is gone', async () => {
  const { apiKeyId, key } = await app.dependencies.apiKeys.create(app.accountId, { name: 'Ann' });
  const send = (method: 'post' | 'patch', path: string, sent: object) =>
    app[method](path, sent).set('x-api-key', key).expect(200);
  const sent = { endpoint_name: endpointName, automation: orderAutomation };
  const path = await create({ comment: 'First try.' });
  const id = path.split('/').at(-1) ?? '';
  await send('post', '/api/v1/update_example', { ...sent, comment: 'New login.' });
  const { automation } = sent;
  await send('patch', `/api/v1/update_recording/${id}`, { automation, comment: 'x'.repeat(1_000) });
  await send('post', `${path}/rollback`, { version: 1, comment: 'Back.' });
  await app.dependencies.recordings.save(app.accountId, { endpointName, automation });
  await app.patch(`/api/v1/api_keys/${apiKeyId}`, { name: 'Eve' }).expect(200);
  await app.delete(`/api/v1/api_keys/${apiKeyId}`).expect(200);
  const { body } = await app.get(`${path}/versions`).expect(200);
  const seen = body.versions.map(
    (version: { comment: string | null; created_by: string | null }) =>
      `${version.created_by}: ${version.comment}`,
  );
  expect(seen).toEqual([
    'null: null',
    'Ann: Back.',
    `Ann: ${'x'.repeat(1_000)}`,
    'Ann: New login.',
    'test: First try.',
  ]);
  const { body: single } = await app.get(`${path}/versions/4`).expect(200);
  expect(single.version).toMatchObject({ comment: 'Back.', created_by: 'Ann', restored_from: 1 });
});

// proves operation: updateRecording
test('409 when a version other than base_version is current; nothing is changed', async () => {
  const path = await create();
  const change = (base_version: number, more: object) =>
    app.patch(path.replace('recordings', 'update_recording'), { base_version, ...more });
  const automation = { ...orderAutomation, url: 'https://b.example/' };
  const authors = await Promise.all([change(1, { automation }), change(1, { automation })]);
  expect(authors.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { body } = await change(1, { description: 'Lost.' }).expect(409);
  expect(body.detail).toMatch(/^base_version is 1, but version 2 is current: read what/);
  const { body: kept } = await app.get(path).expect(200);
  expect(kept.recording).toMatchObject({ version: 2, description: '' });
  await change(2, { description: 'Kept.' }).expect(200);
  const { body: alone } = await change(2, {}).expect(422);
  expect(alone.detail).toMatchObject([{ loc: ['body', 'base_version'], type: 'value' }]);
});

// proves operation: startRollout
test('409 for a roll-out when base_version is not the current version', async () => {
  const path = await create();
  const automation = { ...orderAutomation, url: 'https://portal.example/next' };
  const sent = { automation, percent: 10 };
  const start = (base_version: number) => app.post(`${path}/rollouts`, { ...sent, base_version });
  const { body, headers } = await start(2).expect(409);
  expect(headers['x-error-code']).toBe('recording-changed');
  expect(body.detail).toMatch(/^base_version is 2, but version 1 is current: read what/);
  expect((await app.get(path).expect(200)).body.recording).toMatchObject({ version: 1 });
  await start(1).expect(201);
});

// proves operation: rollBackRecording
test('409 for a rollback when base_version is not the current version', async () => {
  const path = await create();
  const sent = { endpoint_name: endpointName, automation: automationOf('b') };
  await app.post('/api/v1/update_example', sent).expect(200);
  const roll = (base_version: number) => app.post(`${path}/rollback`, { version: 1, base_version });
  const { body, headers } = await roll(1).expect(409);
  expect(headers['x-error-code']).toBe('recording-changed');
  expect(body.detail).toMatch(/^base_version is 1, but version 2 is current: read what/);
  const both = await Promise.all([roll(2), roll(2)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { body: kept } = await app.get(path).expect(200);
  expect(kept.recording.version).toBe(3);
});

// proves operation: updateRecording
test('422 for a comment without a new version, and for one that is empty or too long', async () => {
  const path = `/api/v1/update_recording/${(await create()).split('/').at(-1)}`;
  const { body } = await app.patch(path, { description: 'Orders.', comment: 'Why.' }).expect(422);
  expect(body.detail).toEqual([
    {
      loc: ['body', 'comment'],
      msg: expect.stringMatching(/send it with automation/),
      type: 'value',
    },
  ]);
  const automation = orderAutomation;
  for (const comment of ['', 'x'.repeat(1_001)]) {
    const { body: wrong } = await app.patch(path, { automation, comment }).expect(422);
    expect(wrong.detail[0].loc).toEqual(['body', 'comment']);
  }
  await app.patch(path, { description: 'Orders.', comment: null }).expect(200);
});

// proves operation: rollBackRecording
test('200 rolls back to an older version, which runs from then on', async () => {
  const path = await create();
  const sent = { endpoint_name: endpointName, automation: automationOf('b') };
  await app.post('/api/v1/update_example', sent).expect(200);
  const { body } = await app.post(`${path}/rollback`, { version: 1 }).expect(200);
  expect(body).toMatchObject({ version: 3, message: expect.stringContaining('as version 3') });
  const { body: read } = await app.get(`${path}/versions/3`).expect(200);
  expect(read.version).toMatchObject({
    automation: sealedOrder,
    is_current: true,
    restored_from: 1,
  });
  const submission = { ...orderSubmission, endpoint_name: endpointName };
  const { body: submitted } = await app.post('/api/v1/inference', submission).expect(202);
  const task = await app.get(`/api/v1/tasks/${submitted.task_id}`).expect(200);
  expect(task.body.task.recording_version).toBe(3);
});

test('422 for a rollback to a version that is no longer valid', async () => {
  const path = await create();
  await app.database.prisma.recordingVersion.updateMany({
    where: { recordingId: path.split('/').at(-1) ?? '' },
    data: { automation: { ...orderAutomation, colour: 'red' } },
  });
  const { body } = await app.post(`${path}/rollback`, { version: 1 }).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body', 'version'], type: 'automation' });
});

// proves operation: getRecordingVersion
test('404 for an unknown version, and for one of another account', async () => {
  const path = await create();
  const missing = `Recording "${path.split('/').at(-1)}" has no version 2.`;
  expect((await app.get(`${path}/versions/2`).expect(404)).body.detail).toBe(missing);
  const sent = { version: 2 };
  expect((await app.post(`${path}/rollback`, sent).expect(404)).body.detail).toBe(missing);
  for (const version of ['0', 'one', '99999999999999999999', '1.0']) {
    await app.get(`${path}/versions/${version}`).expect(404);
  }
  for (const request of [
    app.get(`${path}/versions`),
    app.get(`${path}/versions/1`),
    app.post(`${path}/rollback`, { version: 1 }),
  ]) {
    await request.set('x-api-key', app.otherApiKey).expect(404);
  }
  expect((await app.get(path)).body.recording.version).toBe(1);
});

test('401 without a key', async () => {
  const path = await create();
  await supertest(app.app).get(`${path}/versions`).expect(401);
  await supertest(app.app).get(`${path}/versions/1`).expect(401);
  await supertest(app.app).post(`${path}/rollback`).send({ version: 1 }).expect(401);
});

// proves operation: rollBackRecording
test('400, 413 and 415 for a body that cannot be read', async () => {
  const path = `${await create()}/rollback`;
  await app.post(path).set('content-type', 'application/json').send('{').expect(400);
  await app.post(path, { version: 'x'.repeat(10_485_760) }).expect(413);
  await app.post(path).expect(415);
});

// proves operation: listRecordingVersions; rollBackRecording
test('422 for a query or body outside the schema', async () => {
  const path = await create();
  await app.get(`${path}/versions?limit=101`).expect(422);
  await app.get(`${path}/versions?cursor=b3RoZXI`).expect(422);
  await app.get(`${path}/versions/1?full=true`).expect(422);
  await app.post(`${path}/rollback`, { version: '1' }).expect(422);
});
