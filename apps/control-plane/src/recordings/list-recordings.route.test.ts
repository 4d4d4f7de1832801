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

/** The recording `order` without its automation. */
const ORDER = {
  recording_id: expect.any(String),
  workspace_id: expect.any(String),
  endpoint_name: 'order',
  description: '',
  version: 1,
  is_marketplace: false,
  callback_url: null,
  notification_emails: [],
  created_at: expect.stringMatching(/\.\d{3}Z$/),
  updated_at: expect.stringMatching(/\.\d{3}Z$/),
};

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
  ).toEqual({ ...ORDER, automation: sealedOrder });
});

test('200 with fields=summary lists recent results without automations', async () => {
  const list = async (query = '') =>
    (await app.get(`${PATH}?fields=summary${query}`).expect(200)).body;
  const { recordings: before, next_cursor: cursor } = await list('&limit=3');
  expect(before.map(({ last_task: last }: { last_task: unknown }) => last)).toEqual([
    null,
    null,
    null,
  ]);
  const none = { success_count: 0, failed_count: 0, success_rate: null };
  expect(before[2]).toEqual({
    ...ORDER,
    last_task: null,
    recent: none,
  });
  expect(namesOf(await list(`&limit=3&cursor=${cursor}`))).toEqual(['zzz']);

  const taskId = await app.submit();
  // Newest first: a waiting task, 49 tasks that alternately failed and were cancelled, and earlier
  // successes.
  await app.database.pool.query(
    `INSERT INTO tasks (id, account_id, recording_id, recording_version_id, endpoint_name, portal_id, status,
       input_parameters, unique_parameter_names, created_at, completed_at)
     SELECT gen_random_uuid(), account_id, recording_id, recording_version_id, endpoint_name, portal_id,
       CASE WHEN n > 49 THEN 'success' WHEN n % 2 = 0 THEN 'failed' ELSE 'cancelled' END::task_status, '{}', '{}',
       created_at - n * interval '1 s', now()
     FROM tasks, generate_series(1, 120) n WHERE id = $1`,
    [taskId],
  );
  const { recordings } = await list('&endpoint_name=^order$');
  expect(recordings).toEqual([
    {
      ...ORDER,
      last_task: {
        task_id: taskId,
        status: 'queued',
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        completed_at: null,
      },
      // Of the 50 counted results, the newest 24 are failures; the newest 100 tasks also include 50
      // successes.
      recent: { success_count: 26, failed_count: 24, success_rate: 0.52 },
    },
  ]);
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  const { recordings: after } = await list('&endpoint_name=^order$');
  expect(after[0].last_task).toMatchObject({
    status: 'cancelled',
    completed_at: expect.stringMatching(/\.\d{3}Z$/),
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
  ['fields=all', 'fields', 'enum'],
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
