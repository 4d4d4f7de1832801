import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from '../testing/start-receiver.ts';
import { startTestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => receiver?.[Symbol.asyncDispose]());

const send = (target: object, key = app.apiKey) =>
  app
    .post('/api/v1/deliveries/test', { url: `${receiver.url}/in`, ...target })
    .set('x-api-key', key);

// proves operation: testDelivery
test('200 sends a signed example with the credentials, and returns the response', async () => {
  const { key } = await app.dependencies.apiKeys.create(app.accountId, {
    name: 'narrow',
    scopes: ['submit'],
  });
  const { body } = await send({ api_key: 'erp' }, key).expect(200);
  expect(body).toEqual({
    success: true,
    delivered: true,
    webhook_id: expect.any(String),
    status: 200,
    error: null,
    response: null,
  });
  const got = await receiver.next();
  expect(got).toMatchObject({
    path: '/in',
    headers: { 'webhook-id': body.webhook_id, 'x-api-key': 'erp' },
    body: { endpoint_name: 'errand-test', status: 'success', output_data: [] },
  });
  const [secret] = await app.dependencies.signingSecrets.list(app.accountId);
  const verified = new Webhook(secret?.secret ?? '').verify(
    got.text,
    got.headers as Record<string, string>,
  );
  expect(verified).toEqual(got.body);
  receiver.answer(401, {}, 'unknown login');
  const refused = await send({ username: 'ann', password: 'p' }).expect(200);
  expect(refused.body).toMatchObject({
    delivered: false,
    status: 401,
    error: 'The receiver returned 401.',
    response: 'unknown login',
  });
  expect((await receiver.next()).headers.authorization).toBe('Basic YW5uOnA=');
  expect((await app.get('/api/v1/deliveries').expect(200)).body.deliveries).toEqual([]);
});

test('200 says why an address is not allowed, and sends nothing there', async () => {
  await using guarded = await startTestApp({ allowPrivateAddresses: false });
  const before = receiver.count();
  const { body } = await guarded
    .post('/api/v1/deliveries/test', { url: receiver.url })
    .set('x-api-key', guarded.apiKey)
    .expect(200);
  expect(body).toMatchObject({ delivered: false, status: null, error: expect.any(String) });
  expect(receiver.count()).toBe(before);
});

test('422 for credentials in the address', async () => {
  const { body } = await send({ url: 'http://ann:p@erp.example/' }).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body', 'url'] });
});

test('429 for more than five tests in ten seconds, of this account only', async () => {
  receiver.answer(204);
  // At once, because the limit has room for another one every two seconds.
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({})));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.detail).toMatch(/more than five times in ten seconds/);
  expect(refused?.headers['retry-after']).toMatch(/^[12]$/);
  await send({}, app.otherApiKey).expect(200);
});
