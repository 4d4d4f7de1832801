import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { orderAutomation } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const id = randomUUID();
const trigger = (body: object) => app.post('/api/v1/initiate_callback', body);
const deliveriesOf = async (taskId: string) => {
  const { body } = await app.get(`/api/v1/tasks/${taskId}/deliveries`).expect(200);
  return body.deliveries;
};
const byOther = (method: 'get' | 'post', path: string) =>
  supertest(app.app)[method](path).set('x-api-key', app.otherApiKey);

async function endedTask(): Promise<string> {
  const taskId = await app.submit();
  await app.post(`/api/v1/tasks/${taskId}/cancel`).expect(200);
  return taskId;
}

// proves operation: triggerCallback; listDeliveries
test('200 queues the result for the receiver in the request', async () => {
  const task_id = await endedTask();
  const accepted = { success: true, status: 'accepted' };
  const target = { url: 'https://erp.example/basic', username: 'ann', password: 'p:w' };
  const named = { task_id, endpoint_name: 'order', callback_url: target };
  expect((await trigger(named).expect(200)).body).toEqual(accepted);
  const wins = { task_callback_url: 'https://erp.example/task', task_callback_api_key: 'k' };
  expect((await trigger({ ...named, ...wins }).expect(200)).body).toEqual(accepted);
  const deliveries = await deliveriesOf(task_id);
  expect(deliveries.map(({ url }: { url: string }) => url)).toEqual([
    'https://erp.example/basic',
    'https://erp.example/task',
  ]);
  expect(deliveries[0]).toEqual({
    delivery_id: expect.any(String),
    task_id,
    about: 'task_ended',
    url: 'https://erp.example/basic',
    state: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    last_response: null,
    created_at: expect.any(String),
    last_attempt_at: null,
    delivered_at: null,
  });
  const { rows } = await app.database.pool.query('SELECT secret FROM callback_deliveries');
  expect(JSON.stringify(rows)).not.toMatch(/p:w|ann/);
});

test('403 for naming a receiver with a key that may not read results', async () => {
  const task_id = await endedTask();
  const task_callback_url = 'https://erp.example/elsewhere';
  const named = [
    ['/api/v1/initiate_callback', { task_id, task_callback_url }, 'task_callback_url'],
    [
      '/api/v1/initiate_callback',
      { task_id, callback_url: { url: task_callback_url } },
      'callback_url',
    ],
    [`/api/v1/tasks/${task_id}/retry`, { task_callback_url }, 'task_callback_url'],
    [
      '/api/v1/tasks/retry',
      { task_ids: [task_id], changes: { task_callback_url } },
      'changes.task_callback_url',
    ],
  ] as const;
  const create = async (scopes: readonly ('read' | 'submit')[]) =>
    (await app.dependencies.apiKeys.create(app.accountId, { name: 'narrow', scopes })).key;
  const submitter = await create(['submit']);
  for (const [path, body, member] of named) {
    const refused = await app.post(path, body).set('x-api-key', submitter).expect(403);
    expect(refused.body).toMatchObject({ code: 'missing-scope', required_scope: 'read' });
    expect(refused.body.detail).toContain(`which "${member}" needs`);
    expect(refused.headers['www-authenticate']).toContain('scope="read"');
  }
  expect(await deliveriesOf(task_id)).toEqual([]);
  const unset = { task_id, callback_url: null, task_callback_url: null };
  await app.post('/api/v1/initiate_callback', unset).set('x-api-key', submitter).expect(200);
  await app.post(`/api/v1/tasks/${task_id}/retry`).set('x-api-key', submitter).expect(202);
  const reader = await create(['read', 'submit']);
  for (const [path, body] of named) {
    expect((await app.post(path, body).set('x-api-key', reader)).ok).toBe(true);
  }
});

test('403 for forwarding the results of other keys with a key that may not read them', async () => {
  const task_id = await endedTask();
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'author',
    scopes: ['author', 'submit'],
  });
  const { body } = await app.get(`/api/v1/tasks/${task_id}`).expect(200);
  const path = `/api/v1/update_recording/${body.task.recording_id}`;
  const callback_url = { url: 'https://erp.example/elsewhere' };
  const refused = [
    await app.patch(path, { callback_url }).set('x-api-key', key).expect(403),
    await app
      .post('/api/v1/recordings', { endpoint_name: 'n', automation: orderAutomation, callback_url })
      .set('x-api-key', key)
      .expect(403),
    await app.post('/api/v1/sessions', { replay_of: task_id }).set('x-api-key', key).expect(403),
  ];
  expect(refused.map((answer) => [answer.body.code, answer.body.required_scope])).toEqual(
    refused.map(() => ['missing-scope', 'read']),
  );
  await app.patch(path, { callback_url: null }).set('x-api-key', key).expect(200);
});

// proves operation: listAllDeliveries
test('200 lists the deliveries of every task, newest first, by state and page by page', async () => {
  await app.database.prisma.callbackDelivery.deleteMany();
  const made: string[] = [];
  for (const number of [0, 1, 2]) {
    const task_id = await endedTask();
    await trigger({ task_id, task_callback_url: `https://erp.example/${number}` }).expect(200);
    made.unshift((await deliveriesOf(task_id))[0].delivery_id);
  }
  const data = { state: 'failed' } as const;
  await app.database.prisma.callbackDelivery.update({ where: { id: made[1] ?? '' }, data });
  const list = async (query = '', key = app.apiKey) => {
    const { body } = await app.get(`/api/v1/deliveries${query}`).set('x-api-key', key).expect(200);
    const { deliveries, next_cursor: cursor } = body;
    return { ids: deliveries.map((each: { delivery_id: string }) => each.delivery_id), cursor };
  };
  expect(await list()).toEqual({ ids: made, cursor: null });
  expect(await list('?state=failed')).toEqual({ ids: [made[1]], cursor: null });
  expect(await list('?state=delivered')).toEqual({ ids: [], cursor: null });
  const first = await list('?limit=2');
  expect(first.ids).toEqual(made.slice(0, 2));
  expect(await list(`?limit=2&cursor=${first.cursor}`)).toEqual({ ids: [made[2]], cursor: null });
  expect(await list('', app.otherApiKey)).toEqual({ ids: [], cursor: null });
});

test('200 lists deliveries by URL, task and time, as they can be redelivered', async () => {
  await app.database.prisma.callbackDelivery.deleteMany();
  const [task_id, other] = [await endedTask(), await endedTask()];
  const urls = ['https://erp.example/a_1', 'https://erp.example/ab1', 'https://erp.example/a%'];
  for (const url of urls) {
    await trigger({ task_id, task_callback_url: url }).expect(200);
  }
  await trigger({ task_id: other, task_callback_url: 'https://crm.example/a_1' }).expect(200);
  const list = async (query: Readonly<Record<string, string>>) => {
    const page = app.get(`/api/v1/deliveries?${new URLSearchParams(query)}`);
    return (await page.expect(200)).body.deliveries.map(({ url }: { url: string }) => url);
  };
  expect(await list({ url_prefix: 'https://erp.example/' })).toEqual(urls.toReversed());
  expect(await list({ url_prefix: 'https://erp.example/a_' })).toEqual([urls[0]]);
  expect(await list({ url_prefix: 'https://erp.example/a%' })).toEqual([urls[2]]);
  expect(await list({ url_prefix: 'erp.example' })).toEqual([]);
  expect(await list({ task_id: other })).toEqual(['https://crm.example/a_1']);
  expect(await list({ task_id: other, url_prefix: 'https://erp.example/' })).toEqual([]);
  const [, { created_at: second }] = await deliveriesOf(task_id);
  expect(await list({ task_id, created_after: second })).toEqual([urls[2], urls[1]]);
  expect(await list({ task_id, created_before: second })).toEqual([urls[0]]);
});

test.each(['state=lost', 'limit=0', 'cursor=b3RoZXI', 'task_id=1', 'created_after=today'])(
  '422 for deliveries with %s',
  async (query) => {
    const { body } = await app.get(`/api/v1/deliveries?${query}`).expect(422);
    expect(body.detail[0].loc).toEqual(['query', query.split('=')[0]]);
  },
);

// proves operation: triggerCallback
test('200 reports that there is no receiver', async () => {
  const task_id = await endedTask();
  const unset = { endpoint_name: null, callback_url: null, task_callback_url: null };
  for (const body of [{ task_id }, { task_id, ...unset, task_callback_api_key: null }]) {
    const answer = await trigger(body).expect(200);
    expect(answer.body).toEqual({ success: true, status: 'no_callback_url' });
  }
});

test('409 for a task that has not ended', async () => {
  const { body } = await trigger({ task_id: await app.submit() }).expect(409);
  expect(body).toEqual({ detail: expect.stringMatching(/is queued: .* once it has ended/) });
});

test('404 for a task that is unknown or of another account', async () => {
  const task_id = await endedTask();
  await trigger({ task_id: id }).expect(404);
  await byOther('post', '/api/v1/initiate_callback').send({ task_id }).expect(404);
  await byOther('get', `/api/v1/tasks/${task_id}/deliveries`).expect(404);
  await app.get('/api/v1/tasks/none/deliveries').expect(404);
});

test.each([
  [{ task_callback_url: 'https://ann:word@erp.example/' }, ['body', 'task_callback_url']],
  [{ callback_url: { url: 'https://ann:word@erp.example/' } }, ['body', 'callback_url', 'url']],
])('422 for a password in the address, which would be stored unsealed: %j', async (sent, loc) => {
  const task_id = await endedTask();
  const { body } = await trigger({ task_id, ...sent }).expect(422);
  expect(body.detail).toEqual([
    { loc, type: 'format', msg: expect.stringMatching(/must not contain a user name or password/) },
  ]);
  expect(await deliveriesOf(task_id)).toEqual([]);
});

test('422 for the endpoint name of another task, and for a callback key without a callback address', async () => {
  const task_id = await endedTask();
  const wrong = await trigger({ task_id, endpoint_name: 'other' }).expect(422);
  expect(wrong.body.detail).toEqual([
    {
      loc: ['body', 'endpoint_name'],
      msg: expect.stringMatching(/"other".*"order"/),
      type: 'value',
    },
  ]);
  const { body } = await trigger({ task_id, task_callback_api_key: 'k' }).expect(422);
  expect(body.detail[0].loc).toEqual(['body', 'task_callback_api_key']);
});

// proves operation: redeliver
test('202 hides the receiver from a key that may only submit', async () => {
  const task_id = await endedTask();
  await trigger({ task_id, task_callback_url: 'https://erp.example/?token=private' }).expect(200);
  const [{ delivery_id }] = await deliveriesOf(task_id);
  await app.database.pool.query(
    `UPDATE callback_deliveries SET state = 'failed', last_response = 'private', last_error = 'private' WHERE id = $1`,
    [delivery_id],
  );
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'submitter',
    scopes: ['submit'],
  });
  const path = `/api/v1/deliveries/${delivery_id}/redeliver`;
  const { body } = await app.post(path).set('x-api-key', key).expect(202);
  expect(body.delivery).toMatchObject({ delivery_id, url: '', last_response: null });
  expect(JSON.stringify(body)).not.toContain('private');
});

// proves operation: redeliver
test('202 redelivers a finished delivery, 409 for a pending one, 404 for an unknown one', async () => {
  const task_id = await endedTask();
  await trigger({ task_id, task_callback_url: 'https://erp.example/in' }).expect(200);
  const [{ delivery_id }] = await deliveriesOf(task_id);
  const path = `/api/v1/deliveries/${delivery_id}/redeliver`;
  const pending = await app.post(path).expect(409);
  expect(pending.body).toEqual({ detail: expect.stringMatching(/still being tried/) });

  const data = { state: 'failed', attempts: 3, lastStatus: 410 } as const;
  await app.database.prisma.callbackDelivery.update({ where: { id: delivery_id }, data });
  await byOther('post', path).expect(404);
  const { body } = await app.post(path, {}).expect(202);
  expect(body).toMatchObject({
    success: true,
    delivery: { delivery_id, state: 'pending', attempts: 3, last_status: 410 },
  });
  await app.post(path).expect(409);
  await app.post(`/api/v1/deliveries/${id}/redeliver`).expect(404);
  await app.post('/api/v1/deliveries/none/redeliver').expect(404);
  await app.post(path, { at: 'once' }).expect(422);
});

// proves operation: listSigningSecrets; rotateSigningSecret
test('200 shows and rotates the signing secret of the account', async () => {
  const { body: first } = await app.get('/api/v1/signing_secrets').expect(200);
  expect(first.signing_secrets).toHaveLength(1);
  const { body: again } = await app.get('/api/v1/signing_secrets').expect(200);
  expect(again).toEqual(first);
  const { body: rotated } = await app.post('/api/v1/signing_secrets/rotate').expect(200);
  const [current, former] = rotated.signing_secrets;
  expect(current.expires_at).toBeNull();
  expect(former.secret).toBe(first.signing_secrets[0].secret);
  const hours = (Date.parse(former.expires_at) - Date.now()) / 3_600_000;
  expect(hours).toBeCloseTo(24, 1);
  const at = { overlap_hours: 0 };
  const { body: only } = await app.post('/api/v1/signing_secrets/rotate', at).expect(200);
  expect(only.signing_secrets).toHaveLength(1);
  const { body: others } = await byOther('get', '/api/v1/signing_secrets').expect(200);
  expect(others.signing_secrets[0].secret).not.toBe(only.signing_secrets[0].secret);
});

// proves operation: rotateSigningSecret
test('422 for an overlap of more than a week', async () => {
  await app.post('/api/v1/signing_secrets/rotate', { overlap_hours: 169 }).expect(422);
});

test.each([
  ['get', `/api/v1/tasks/${id}/deliveries`],
  ['post', `/api/v1/deliveries/${id}/redeliver`],
  ['get', '/api/v1/signing_secrets'],
  ['post', '/api/v1/signing_secrets/rotate'],
  ['post', '/api/v1/initiate_callback'],
] as const)('401 for %s %s without a key', async (method, path) => {
  await supertest(app.app)[method](path).expect(401);
});
