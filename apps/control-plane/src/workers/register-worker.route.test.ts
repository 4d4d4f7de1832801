import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { workerToken } from '../testing/enrol-worker.ts';
import { useTestApp } from '../testing/use-test-app.ts';
import { listOwnAddresses } from './list-own-addresses.ts';

const app = await useTestApp();

const register = (body: object) =>
  supertest(app.app)
    .post('/worker/v1/registrations')
    .auth(workerToken, { type: 'bearer' })
    .send(body);

test('201 with a token, the labels, and the addresses closed to the browsers', async () => {
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
