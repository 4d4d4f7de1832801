import { afterAll, expect, test } from '@jest/globals';
import express from 'express';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { useTestApp } from '../testing/use-test-app.ts';
import { serveConsole } from './serve-console.ts';

const app = await useTestApp();

const bundle = mkdtempSync(join(tmpdir(), 'errand-bundle-'));
afterAll(() => rmSync(bundle, { recursive: true }));
mkdirSync(join(bundle, 'assets'));
writeFileSync(join(bundle, 'index.html'), '<title>Errand</title>');
writeFileSync(join(bundle, 'assets/index-1a2b.js'), 'export {};');
const streamPublicUrl = 'wss://live.errand.example/';
const console = supertest(
  express().use(
    serveConsole({ bundle, streamPublicUrl, fileOrigins: ['https://files.errand.example'] }),
  ),
);

test('at the root, browsers get the console and programs get links', async () => {
  const browser = await supertest(app.app).get('/').set('accept', 'text/html,*/*;q=0.8');
  expect([browser.status, browser.headers['location']]).toEqual([302, '/console/']);
  for (const accept of ['*/*', 'application/json']) {
    const program = await supertest(app.app).get('/').set('accept', accept).expect(200);
    expect(program.body).toMatchObject({ name: 'Errand', links: { openapi: '/openapi.json' } });
  }
  const links: Record<string, string> = (await supertest(app.app).get('/')).body.links;
  for (const path of Object.values(links).filter((each) => each !== '/console/')) {
    await supertest(app.app).get(path).expect(200);
  }
});

test('every address of the console serves its page, which browsers revalidate', async () => {
  for (const path of ['/console/', '/console/tasks', '/console/tasks/01a2?step=1.2']) {
    const { text, headers } = await console.get(path).expect(200);
    expect([text, headers['cache-control']]).toEqual(['<title>Errand</title>', 'no-cache']);
  }
  expect((await console.get('/console')).headers['location']).toBe('/console/');
  const { etag = '' } = (await console.get('/console/')).headers;
  await console.get('/console/tasks').set('if-none-match', etag).expect(304);
  await console.get('/console/').set('if-none-match', 'W/"1-other"').expect(200);
});

test('bundle files are cached for a year, and missing ones do not return the page', async () => {
  const { headers } = await console.get('/console/assets/index-1a2b.js').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const missing = await console.get('/console/assets/index-old.js').expect(404);
  expect(missing.text).toContain('Reload');
  for (const path of ['..%2f..%2fpackage.json', '%2e%2e/index.html']) {
    expect((await console.get(`/console/assets/${path}`)).text).not.toContain('errand');
  }
});

test('lets the page run only its own files and connect only to its servers', async () => {
  const { headers } = await console.get('/console/');
  expect(String(headers['content-security-policy']).split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: https://files.errand.example",
    "media-src 'self' https://files.errand.example",
    "connect-src 'self' wss://live.errand.example https://files.errand.example",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});

test('says how to build the console when it has not been built', async () => {
  const bare = supertest(express().use(serveConsole({ bundle: join(bundle, 'missing') })));
  const { text } = await bare.get('/console/').expect(503);
  expect(text).toContain('pnpm console');
});

test('compresses static responses, and serves the favicon as an image', async () => {
  for (const path of ['/openapi.json', '/docs/guide/tasks.md', '/docs/api/try/swagger-ui.css']) {
    const { headers } = await supertest(app.app).get(path).set('accept-encoding', 'gzip');
    expect([path, headers['content-encoding']]).toEqual([path, 'gzip']);
  }
  const { headers } = await supertest(app.app).get('/favicon.ico').expect(200);
  expect(headers['content-type']).toBe('image/svg+xml');
  expect(headers['cache-control']).toContain('max-age=86400');
});
