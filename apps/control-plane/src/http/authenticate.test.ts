import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { registrationTokenOf, workerId, workerToken } from '../testing/enrol-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const list = (headers: Record<string, string>) =>
  supertest(app.app).get('/api/v1/get_recordings').set(headers);
const heartbeat = (headers: Record<string, string>) =>
  supertest(app.app)
    .post('/worker/v1/heartbeats')
    .set(headers)
    .send({ worker_id: workerId, leases: [] });

test('200 with the key in either header', async () => {
  await list({ 'x-api-key': app.apiKey }).expect(200);
  await list({ authorization: `x-api-key ${app.apiKey}` }).expect(200);
});

test.each([
  ['no key', {}, /missing: send it in the x-api-key header/],
  ['an empty key', { 'x-api-key': '' }, /missing/],
  ['an unknown key', { 'x-api-key': 'errand_unknown' }, /unknown, expired or revoked/],
  ['an oversized key', { 'x-api-key': 'k'.repeat(5_000) }, /unknown, expired or revoked/],
  ['another scheme', { authorization: 'Bearer errand_key' }, /Authorization header is malformed/],
  ['a scheme without a key', { authorization: 'x-api-key' }, /Authorization header is malformed/],
  ['an unknown key in the other header', { authorization: 'x-api-key errand_no' }, /unknown/],
])('401 for %s', async (_, headers, message) => {
  const { body } = await list(headers).expect(401);
  expect(body).toEqual({ detail: expect.stringMatching(message) });
});

test('401 once a key has expired or been revoked', async () => {
  const { apiKeys } = app.dependencies;
  const { apiKeyId: id, key } = await apiKeys.create(app.accountId, { name: 'short' });
  await list({ 'x-api-key': key }).expect(200);
  const expired = new Date(Date.now() - 1_000);
  await app.database.prisma.apiKey.update({ where: { id }, data: { expiresAt: expired } });
  await list({ 'x-api-key': key }).expect(401);
  const revoked = { expiresAt: null, revokedAt: new Date() };
  await app.database.prisma.apiKey.update({ where: { id }, data: revoked });
  await list({ 'x-api-key': key }).expect(401);
});

test('401 rather than 422 for an invalid request without a key', async () => {
  await supertest(app.app).get('/api/v1/get_recordings?limit=0').expect(401);
});

test('200 for a worker with the token of its registration', async () => {
  await heartbeat({ authorization: `Bearer ${registrationTokenOf(workerId)}` }).expect(200);
});

test.each([
  ['no token', {}],
  ['another token', { authorization: 'Bearer other' }],
  ['the token of its pool', { authorization: `Bearer ${workerToken}` }],
  ['the token in another scheme', { authorization: `Basic ${registrationTokenOf(workerId)}` }],
])('401 for a worker with %s', async (_, headers) => {
  const { body } = await heartbeat(headers).expect(401);
  expect(body).toEqual({
    error: {
      code: 'unauthorized',
      message: expect.stringMatching(/register with the token of the pool/),
    },
  });
});

test('401 for a worker with the API key of a client', async () => {
  await heartbeat({ 'x-api-key': app.apiKey }).expect(401);
});
