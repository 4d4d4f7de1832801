import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';

const PATH = '/api/v1/validate_api_key';

const app = await useTestApp();

const send = (json: string) =>
  supertest(app.app).post(PATH).set('content-type', 'application/json').send(json);

test('200 reports a valid key, without any header', async () => {
  const { body } = await send(JSON.stringify(app.apiKey)).expect(200);
  expect(body).toEqual({ valid: true, message: 'The API key is valid.' });
});

test('200 reports an unknown, expired or revoked key as invalid', async () => {
  const { apiKeys } = app.dependencies;
  const expired = await apiKeys.create(app.accountId, { name: 'old', expiresAt: new Date(0) });
  const revoked = await apiKeys.create(app.accountId, { name: 'gone' });
  const where = { id: revoked.apiKeyId };
  await app.database.prisma.apiKey.update({ where, data: { revokedAt: new Date() } });
  for (const key of ['unknown', '', expired.key, revoked.key]) {
    const { body } = await send(JSON.stringify(key)).expect(200);
    expect(body).toMatchObject({ valid: false });
  }
});

test('400 for a body that is not JSON', async () => {
  const { body } = await send('errand_key').expect(400);
  expect(body).toEqual({ detail: expect.stringMatching(/not valid JSON/) });
});

test('413 for a body over 10 MB', async () => {
  await send(JSON.stringify('x'.repeat(10_485_760))).expect(413);
});

test('415 without a body', async () => {
  await supertest(app.app).post(PATH).expect(415);
});

test.each(['{"api_key":"k"}', '12', 'null', '["k"]'])('422 for %s', async (json) => {
  const { body } = await send(json).expect(422);
  expect(body.detail[0]).toMatchObject({ loc: ['body'] });
});
