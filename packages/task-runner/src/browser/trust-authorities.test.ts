import { createLogger } from '@errand/app-runtime';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { prepareRunner } from '../prepare-runner.ts';
import { loadRunnerConfig } from '../testing/load-runner-config.ts';
import { trustAuthorities } from './trust-authorities.ts';

const LEAF = ['-addext', 'basicConstraints=CA:FALSE', '-addext', 'subjectAltName=DNS:localhost'];
const live = new AbortController().signal;
const directory = mkdtempSync(join(tmpdir(), 'errand-trust-'));
const resources = new AsyncDisposableStack();
resources.defer(() => rmSync(directory, { recursive: true }));
/**
 * URLs of a site whose certificate an authority issued, and of one with a self-signed certificate.
 */
let sites: { readonly issued: string; readonly selfSigned: string };
/** Holds the certificates of the authority and of the second site. */
const bundle = join(directory, 'bundle.pem');

beforeAll(async () => {
  makeCertificate('authority', ['-addext', 'basicConstraints=critical,CA:TRUE']);
  makeCertificate('issued', [
    ...LEAF,
    '-CA',
    file('authority.pem'),
    '-CAkey',
    file('authority.key'),
  ]);
  makeCertificate('self-signed', LEAF);
  writeFileSync(bundle, `${read('authority.pem')}\n${read('self-signed.pem')}`);
  sites = { issued: await serve('issued'), selfSigned: await serve('self-signed') };
});
afterAll(() => resources[Symbol.asyncDispose]());

test.each([
  ['with NODE_EXTRA_CA_CERTS', bundle, /^Internal$/],
  ['without', '', /^net::ERR_CERT_AUTHORITY_INVALID /],
])('opens sites with internal certificates %s', async (how, certificates, outcome) => {
  const workDirectory = folder(how);
  const config = loadRunnerConfig({
    CONTROL_PLANE_URL: 'http://127.0.0.1:1',
    WORK_DIRECTORY: workDirectory,
    ALLOW_ROOT: 'true',
    ALLOW_PRIVATE_ADDRESSES: 'true',
    NODE_EXTRA_CA_CERTS: certificates,
    PATH: process.env['PATH'],
  });
  const runner = await prepareRunner(config, {
    logger: createLogger({ name: 'test', level: 'error' }),
  });
  await runner.swept;
  expect(readdirSync(workDirectory)).toEqual([]);
  await using session = await runner.openSession(live);
  expect(await visit(session.page, sites.issued)).toMatch(outcome);
  expect(await visit(session.page, sites.selfSigned)).toMatch(outcome);
});

test('names certutil when it is missing, and reports its errors', async () => {
  const { certificates } = loadRunnerConfig({
    CONTROL_PLANE_URL: 'http://127.0.0.1:1',
    NODE_EXTRA_CA_CERTS: bundle,
  });
  const workDirectory = folder('start');
  const start = (path: string) =>
    trustAuthorities({ certificates, workDirectory, environment: { PATH: path } });
  await expect(start('/nowhere')).rejects.toMatchObject({
    code: 'start',
    message: expect.stringMatching(/certutil.* is not installed\. Install it \(Debian: .*libnss3/),
  });
  const programs = folder('programs');
  const broken = '#!/bin/sh\necho "no slot is left" >&2\nexit 1\n';
  writeFileSync(join(programs, 'certutil'), broken, { mode: 0o755 });
  await expect(start(programs)).rejects.toMatchObject({
    code: 'start',
    message: 'certutil did not import the certificates of NODE_EXTRA_CA_CERTS: no slot is left',
  });
  expect(readdirSync(workDirectory)).toEqual([]);
});

/** Returns the title of the site, or why the browser did not open it. */
async function visit(page: Page, url: string): Promise<string> {
  try {
    await page.goto(url);
  } catch (error) {
    return Error.isError(error) ? error.message : String(error);
  }
  return page.title();
}

function file(name: string): string {
  return join(directory, name);
}

function read(name: string): string {
  return readFileSync(file(name), 'utf8');
}

function folder(name: string): string {
  mkdirSync(file(name));
  return file(name);
}

/** Self-signed unless the options name an authority. */
function makeCertificate(name: string, options: readonly string[]): void {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)];
  const subject = ['-days', '2', '-subj', `/CN=${name}`];
  execFileSync('openssl', ['req', ...kind, ...subject, ...files, ...options], { stdio: 'ignore' });
}

async function serve(name: string): Promise<string> {
  const certificate = { cert: read(`${name}.pem`), key: read(`${name}.key`) };
  const server = createServer(certificate, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Internal</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  resources.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/`;
}
