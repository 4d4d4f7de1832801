import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeCertificate } from '@errand/test-kit/imap-server';
import { type Fleet, openFleet, type TaskDetail } from '../testing/open-fleet.ts';

/** Address of a site that the operator allows. */
const ALLOWED = '127.0.0.99';
const resources = new AsyncDisposableStack();
let fleet: Fleet;
/** Redirects to the address in its query. */
let redirector: string;
/** URL of a site whose certificate no known authority issued. */
let untrusted: string;
beforeAll(async () => {
  fleet = resources.use(await openFleet());
  const server = createServer((request, response) => {
    const to = new URL(request.url ?? '', 'http://site').searchParams.get('to');
    response.writeHead(to === null ? 200 : 302, to === null ? {} : { location: to }).end();
  }).listen(0, ALLOWED);
  await once(server, 'listening');
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  redirector = `http://${ALLOWED}:${(server.address() as AddressInfo).port}`;
  const { certificate: cert, key } = makeCertificate(fleet.directory);
  const tlsServer = createTlsServer({ cert, key }).listen(0, ALLOWED);
  await once(tlsServer, 'listening');
  resources.defer(() => void tlsServer.close());
  untrusted = `https://${ALLOWED}:${(tlsServer.address() as AddressInfo).port}/`;
});
afterAll(() => resources[Symbol.asyncDispose]());

async function visit(url: string): Promise<TaskDetail> {
  return fleet.untilEnded(await fleet.run([], { url, automation: { max_retries: 0 } }));
}

test('a task on a deployed worker visits no private addresses except those that the operator names', async () => {
  await using worker = await fleet.startWorker({
    ALLOW_PRIVATE_ADDRESSES: 'false',
    BROWSER_ALLOWED_HOSTS: ALLOWED,
  });
  const { host } = new URL(fleet.site.url);
  const refusal = `the address ${host} is private and this deployment refuses it`;
  expect(await visit(fleet.site.url)).toMatchObject({
    status: 'failed',
    error_class: 'navigation',
    error: expect.stringContaining(refusal),
  });
  const redirected = `${redirector}/?to=${encodeURIComponent(fleet.site.url)}`;
  expect(await visit(redirected)).toMatchObject({
    error_class: 'navigation',
    error: expect.stringContaining(`${redirected} could not be loaded: ${refusal}`),
  });
  expect(await visit('http://169.254.169.254/latest/')).toMatchObject({
    error_class: 'navigation',
    error: expect.stringContaining('the address 169.254.169.254:80 is link-local'),
  });
  expect(await visit(redirector)).toMatchObject({ status: 'success' });
  expect(await visit(untrusted)).toMatchObject({
    error_class: 'navigation',
    error: expect.stringContaining('net::ERR_CERT_AUTHORITY_INVALID'),
  });
  const log = readFileSync(join(fleet.directory, `${worker.workerId}.log`), 'utf8');
  expect(log).toMatch(/"host":"127\.0\.0\.1".*"refused an address that a browser requested"/);
});

test('a task cannot reach any part of the installation even when private addresses are allowed', async () => {
  const { url, workerUrl, databaseUrl } = fleet.controlPlane;
  const [api, workers, database] = [url, workerUrl, databaseUrl].map((each) => new URL(each).host);
  // The operator has to name the database; the worker learns the other addresses at registration.
  await using worker = await fleet.startWorker({ BROWSER_CLOSED_ADDRESSES: database ?? '' });
  expect(worker.workerId).not.toBe('');
  const parts = [api, `localhost:${new URL(url).port}`, workers, database];
  for (const address of parts) {
    const refused = {
      error_class: 'navigation',
      error: expect.stringContaining(`the address ${address} belongs to this installation`),
    };
    expect(await visit(`http://${address}/`)).toMatchObject(refused);
    const redirected = `${redirector}/?to=${encodeURIComponent(`http://${address}/`)}`;
    expect(await visit(redirected)).toMatchObject(refused);
  }
  expect(await visit(redirector)).toMatchObject({ status: 'success' });
  expect(await visit(fleet.site.url)).toMatchObject({ status: 'success' });
});
