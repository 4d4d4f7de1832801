import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';

const draining = new AbortController();
const app = await useTestApp({ draining: draining.signal });

// proves operation: checkLiveness
test('200 alive, without a key', async () => {
  const { body, headers } = await supertest(app.app).get('/health/live').expect(200);
  expect(body).toEqual({ status: 'live' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

// proves operation: checkReadiness
test('200 ready when every dependency is available', async () => {
  const { body } = await supertest(app.app).get('/health/ready').expect(200);
  expect(body).toEqual({
    status: 'ready',
    checks: { server: 'ok', database: 'ok', queue: 'ok', storage: 'ok' },
  });
});

// proves operation: checkLiveness; checkReadiness
test('422 for a query', async () => {
  await supertest(app.app).get('/health/live?verbose=1').expect(422);
  await supertest(app.app).get('/health/ready?verbose=1').expect(422);
});

// proves operation: checkReadiness
test('503 not ready but alive while draining', async () => {
  draining.abort();
  const { body, headers } = await supertest(app.app).get('/health/ready').expect(503);
  expect(headers['link']).toBe('</docs/errors#unavailable>; rel="help"');
  expect(headers['retry-after']).toBe('2');
  expect(body).toMatchObject({ status: 'unavailable', checks: { server: 'unavailable' } });
  expect(body.reasons).toEqual(['The server is shutting down: send new requests to another one.']);
  await supertest(app.app).get('/health/live').expect(200);
});
