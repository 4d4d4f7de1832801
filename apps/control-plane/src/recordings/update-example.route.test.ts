import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { orderAutomation, orderWarning, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/update_example';

const app = await useTestApp();

const findVersion = (recordingId: string, version: number) =>
  app.database.prisma.recordingVersion.findUniqueOrThrow({
    where: { recordingId_version: { recordingId, version } },
    include: { recording: true },
  });

test('200 creates a recording in the default workspace', async () => {
  const example = { automation: orderAutomation, endpoint_name: 'new', description: 'Orders.' };
  const { body } = await app.post(PATH, example).expect(200);
  expect(body).toEqual({
    success: true,
    recording_id: expect.any(String),
    version: 1,
    message: 'The recording is created.',
    warnings: [orderWarning],
  });
  const stored = await findVersion(body.recording_id, 1);
  expect(stored).toMatchObject({ portal: 'https://portal.example', automation: sealedOrder });
  expect(stored.recording).toMatchObject({ description: 'Orders.', accountId: app.accountId });
});

test('200 adds a version and changes nothing else', async () => {
  const example = { automation: orderAutomation, endpoint_name: 'kept', description: 'Old.' };
  const first = await app.post(PATH, example).expect(200);
  const data = { callbackUrl: 'https://erp.example', notificationEmails: ['a@erp.example'] };
  const where = { id: first.body.recording_id };
  await app.database.prisma.recording.update({ where, data });

  const automation = { ...orderAutomation, url: 'https://other.example/' };
  const { body } = await app.post(PATH, { automation, endpoint_name: 'kept' }).expect(200);
  expect(body).toMatchObject({ recording_id: where.id, version: 2 });
  const stored = await findVersion(where.id, 2);
  expect(stored.portal).toBe('https://other.example');
  expect(stored.recording).toMatchObject({ ...data, description: 'Old.', currentVersion: 2 });
});

const save = (base_version?: number, endpoint_name = 'based') =>
  app.post(PATH, { automation: orderAutomation, endpoint_name, base_version });

// proves operation: updateExample
test('409 when a version other than base_version is current; nothing is stored', async () => {
  const { body: created } = await save(0).expect(200);
  const authors = await Promise.all([save(1), save(1)]);
  expect(authors.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { body: exists, headers } = await save(0).expect(409);
  expect(exists.detail).toMatch(
    /^base_version is 0, but version 2 is current: .* base_version 2\.$/,
  );
  expect(headers['x-error-code']).toBe('recording-changed');
  const { body: unknown } = await save(1, 'no-such-recording').expect(409);
  expect(unknown.detail).toMatch(/no recording has this name: .* base_version 0 to create it\.$/);
  const { body: third } = await save(2).expect(200);
  expect(third).toMatchObject({ recording_id: created.recording_id, version: 3 });
  expect((await save().expect(200)).body.version).toBe(4);
});

test('200 stores the automation as sent, without defaults', async () => {
  const automation = { ...orderAutomation, max_retries: 0 };
  const { body } = await app.post(PATH, { automation, endpoint_name: 'as-sent' }).expect(200);
  expect((await findVersion(body.recording_id, 1)).automation).toEqual({
    ...sealedOrder,
    max_retries: 0,
  });
});

test('200 removes leftovers of recorders that have no effect, with a warning', async () => {
  const [node] = orderAutomation.nodes;
  const click = { command: 'get_by_text("List")' };
  const recorded = { click_element: { ...click, download_filename: 'list.csv' } };
  const automation = { ...orderAutomation, nodes: [node, { interaction_action: recorded }] };
  const { body } = await app.post(PATH, { automation, endpoint_name: 'recorded' }).expect(200);
  expect(body.warnings).toContainEqual({
    path: ['nodes', 1, 'interaction_action', 'click_element', 'download_filename'],
    message: expect.stringMatching(/download_filename has no effect .* needs expect_download/),
    rule: 'leftover',
  });
  expect((await findVersion(body.recording_id, 1)).automation).toMatchObject({
    nodes: [node, { interaction_action: { click_element: click } }],
  });
  const read = await app.get(`/api/v1/recordings/${body.recording_id}`).expect(200);
  expect(JSON.stringify(read.body)).not.toContain('list.csv');
});

test('200 warns of likely mistakes in the automation, but stores it', async () => {
  const [node] = orderAutomation.nodes;
  const misspelt = { go_to_url: { url: 'https://portal.example/{usernmae[0]}' } };
  const automation = {
    ...orderAutomation,
    nodes: [node, { type: 'action_node', interaction_action: misspelt }],
  };
  const { body } = await app.post(PATH, { automation, endpoint_name: 'warned' }).expect(200);
  expect(body.warnings).toEqual([
    {
      path: ['nodes', 1, 'interaction_action', 'go_to_url', 'url'],
      message: 'Nothing declares or writes "usernmae". Did you mean "username"?',
      rule: 'unknown-name',
    },
    orderWarning,
  ]);
  const { nodes } = automation;
  expect((await findVersion(body.recording_id, 1)).automation).toEqual({ ...sealedOrder, nodes });
});

test('200 gives each concurrent request its own version', async () => {
  const example = { automation: orderAutomation, endpoint_name: 'race' };
  const requests = Array.from({ length: 8 }, () => app.post(PATH, example).expect(200));
  const answers = await Promise.all(requests);
  const versions = new Set(answers.map(({ body }) => body.version));
  expect(versions).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
});

test('200 keeps the names of different accounts apart', async () => {
  const example = { automation: orderAutomation, endpoint_name: 'order' };
  const { body } = await app.post(PATH, example).set('x-api-key', app.otherApiKey).expect(200);
  expect(body.version).toBe(1);
});

test('400 for a body that is not JSON', async () => {
  await app.post(PATH).set('content-type', 'application/json').send('[').expect(400);
});

test('401 without a key', async () => {
  await supertest(app.app).post(PATH).send({}).expect(401);
});

test('413 for a body over 10 MB', async () => {
  await app.post(PATH, { endpoint_name: 'x'.repeat(10_485_760) }).expect(413);
});

test('415 without a body', async () => {
  await app.post(PATH).expect(415);
});

test('422 gives the path of every fault in the automation', async () => {
  const [node] = orderAutomation.nodes;
  const faulty = { ...node, interaction_action: { click_element: { command: 'x', clicks: 2 } } };
  const automation = { ...orderAutomation, nodes: [node, faulty], colour: 'red' };
  const { body } = await app.post(PATH, { automation, endpoint_name: 'order' }).expect(422);
  const places = body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'));
  expect(places).toContain('body.automation.nodes.1.interaction_action.click_element.clicks');
  expect(places).toContain('body.automation.colour');
});

test.each([
  [{ endpoint_name: 'a' }, ['body', 'automation'], 'required'],
  [{ automation: orderAutomation }, ['body', 'endpoint_name'], 'required'],
  [{ automation: [], endpoint_name: 'a' }, ['body', 'automation'], 'type'],
  [
    { automation: orderAutomation, endpoint_name: 'a', callback_url: {} },
    ['body', 'callback_url'],
    'additionalProperties',
  ],
])('422 for %j', async (sent, loc, type) => {
  const { body } = await app.post(PATH, sent).expect(422);
  expect(body.detail).toContainEqual({ loc, type, msg: expect.any(String) });
});

test('422 for a member named __proto__ in the automation', async () => {
  const automation = JSON.stringify(orderAutomation).replace('{', '{"__proto__":{"url":"x"},');
  const json = `{"endpoint_name":"order","automation":${automation}}`;
  const { body } = await app
    .post(PATH)
    .set('content-type', 'application/json')
    .send(json)
    .expect(422);
  expect(body.detail[0].loc).toEqual(['body', 'automation', '__proto__']);
});
