import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { workerToken } from '../testing/enrol-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { forgetOldWorkers } from './worker-register.ts';
import { listOwnAddresses } from './list-own-addresses.ts';

const app = await useTestApp();

const register = (body: object) =>
  supertest(app.app)
    .post('/worker/v1/registrations')
    .auth(workerToken, { type: 'bearer' })
    .send(body);

test('201 returns a token, the labels, and the addresses closed to the browsers', async () => {
  const { body } = await register({ worker_id: 'new', labels: ['acme'] }).expect(201);
  expect(body).toEqual({
    token: expect.stringMatching(/^errand_worker_/),
    labels: ['acme'],
    expires_at: expect.any(String),
    closed_addresses: ['127.0.0.1:8080', '127.0.0.1:8081'],
    protocol: 2,
    min_protocol: 1,
    draining: false,
  });
});

test('keeps a drain while the worker is switched off for days, and forgets it after a month', async () => {
  const { database, dependencies } = app;
  const isDraining = async (daysAway: number) => {
    await register({ worker_id: 'w7' }).expect(201);
    await dependencies.drains.drain('w7', { reason: 'broken RAM', by: 'ann' });
    await database.pool.query(
      `UPDATE workers SET last_seen_at = now() - make_interval(days => $1) WHERE id = 'w7'`,
      [daysAway],
    );
    await forgetOldWorkers(database.pool);
    return (await register({ worker_id: 'w7' }).expect(201)).body.draining;
  };
  expect([await isDraining(3), await isDraining(31)]).toEqual([true, false]);
});

test('422 for the id of a local inference server', async () => {
  const { body } = await register({ worker_id: 'local.mine' }).expect(422);
  expect(JSON.stringify(body)).toContain('for local inference servers');
});

test('adds the default port to an address without one', () => {
  const urls = [
    'https://errand.example/api',
    undefined,
    'wss://stream.example',
    'http://[fd00::7]',
  ];
  expect(listOwnAddresses(...urls)).toEqual([
    'errand.example:443',
    'stream.example:443',
    '[fd00::7]:80',
  ]);
});
