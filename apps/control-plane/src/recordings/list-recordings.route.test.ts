import { beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { orderAutomation, sealedOrder } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/get_recordings';

const app = await useTestApp();
beforeAll(async () => {
  for (const endpointName of ['Invoice-download', 'invoice-upload', 'zzz', 'market']) {
    await app.dependencies.recordings.save(app.accountId, {
      endpointName,
      automation: orderAutomation,
    });
  }
  await app.database.prisma.recording.updateMany({
    where: { endpointName: 'market' },
    data: {
      isMarketplace: true,
      callbackUrl: 'https://erp.example',
      callbackSecret: 'sealed-callback',
    },
  });
});

interface Listed {
  readonly recordings: readonly { readonly endpoint_name: string }[];
}
const namesOf = ({ recordings }: Listed) =>
  recordings.map(({ endpoint_name }) => endpoint_name).toSorted();

test('200 lists the default workspace without the marketplace', async () => {
  const { body } = await app.get(PATH).expect(200);
  expect(namesOf(body)).toEqual(['Invoice-download', 'invoice-upload', 'order', 'zzz']);
  expect(body).toMatchObject({ success: true, next_cursor: null });
  expect(
    body.recordings.find(({ endpoint_name: name }: { endpoint_name: string }) => name === 'order'),
  ).toEqual({
    recording_id: expect.any(String),
    workspace_id: expect.any(String),
    endpoint_name: 'order',
    description: '',
    version: 1,
    is_marketplace: false,
    automation: sealedOrder,
    callback_url: null,
    notification_emails: [],
    created_at: expect.stringMatching(/\.\d{3}Z$/),
    updated_at: expect.stringMatching(/\.\d{3}Z$/),
  });
});

test('200 matches the pattern anywhere, ignoring case', async () => {
  const { body } = await app.get(`${PATH}?endpoint_name=invoice-.*load`).expect(200);
  expect(namesOf(body)).toEqual(['Invoice-download', 'invoice-upload']);
});

test('200 lists the marketplace when asked to, without credentials', async () => {
  const { body } = await app
    .get(`${PATH}?include_marketplace=true&endpoint_name=market`)
    .expect(200);
  expect(body.recordings).toMatchObject([
    { is_marketplace: true, callback_url: { url: 'https://erp.example', has_credentials: true } },
  ]);
  expect(JSON.stringify(body)).not.toContain('sealed-callback');
});

test('200 pages through all recordings without gaps or duplicates', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < 10; page += 1) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await app.get(`${PATH}?limit=2${query}`).expect(200);
    expect(body.recordings.length).toBeLessThanOrEqual(2);
    seen.push(...namesOf(body));
    cursor = body.next_cursor;
  }
  expect(seen.toSorted()).toEqual(['Invoice-download', 'invoice-upload', 'order', 'zzz']);
});

test('200 for another workspace of the account', async () => {
  const data = { accountId: app.accountId, name: 'second' };
  const { id } = await app.database.prisma.workspace.create({ data });
  const { body } = await app.get(`${PATH}?workspace_id=${id}`).expect(200);
  expect(body.recordings).toEqual([]);
});

test('200 in linear time for a pattern that makes other engines backtrack', async () => {
  const endpointName = `${'a'.repeat(199)}!`;
  await app.dependencies.recordings.save(app.accountId, {
    endpointName,
    automation: orderAutomation,
  });
  const startedAt = performance.now();
  const pattern = encodeURIComponent('^(a+)+$|^(a|a)*$|^(.*a){40}$x');
  const { body } = await app.get(`${PATH}?endpoint_name=${pattern}`).expect(200);
  expect(body.recordings).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await app.database.prisma.recording.deleteMany({ where: { endpointName } });
});

test('422 for a pattern that keeps the server busy too long', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `${'b'.repeat(190)}${index}`);
  for (const endpointName of names) {
    await app.dependencies.recordings.save(app.accountId, {
      endpointName,
      automation: orderAutomation,
    });
  }
  const pattern = encodeURIComponent('(b?){1000}(c?){1000}b{900}$');
  const { body } = await app.get(`${PATH}?endpoint_name=${pattern}`).expect(422);
  expect(body.detail[0].msg).toMatch(/too long/);
  const where = { endpointName: { in: names } };
  await app.database.prisma.recording.deleteMany({ where });
});

test('401 without a key', async () => {
  await supertest(app.app).get(PATH).expect(401);
});

test('404 for a workspace that is unknown or of another account', async () => {
  const { body: own } = await app.get(PATH).expect(200);
  const { workspace_id: workspaceId } = own.recordings[0];
  const request = app.get(`${PATH}?workspace_id=${workspaceId}`).set('x-api-key', app.otherApiKey);
  const { body } = await request.expect(404);
  expect(body).toEqual({ detail: `There is no workspace "${workspaceId}".` });
  await app.get(`${PATH}?workspace_id=${randomUUID()}`).expect(404);
  await app.get(`${PATH}?workspace_id=none`).expect(404);
});

test.each([
  ['endpoint_name=(a', 'endpoint_name', 'pattern'],
  ['endpoint_name=(a)%5C1', 'endpoint_name', 'pattern'],
  ['endpoint_name=', 'endpoint_name', 'minLength'],
  ['limit=0', 'limit', 'minimum'],
  ['limit=101', 'limit', 'maximum'],
  ['limit=ten', 'limit', 'type'],
  ['cursor=%21%21', 'cursor', 'pattern'],
  ['include_marketplace=perhaps', 'include_marketplace', 'type'],
  ['workspace=a', 'workspace', 'additionalProperties'],
])('422 for %s', async (query, name, type) => {
  const { body } = await app.get(`${PATH}?${query}`).expect(422);
  expect(body.detail[0]).toEqual({ loc: ['query', name], type, msg: expect.any(String) });
});
