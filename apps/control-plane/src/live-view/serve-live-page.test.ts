import { randomUUID } from 'node:crypto';
import { createLogger, listen } from '@errand/app-runtime';
import { openBrowser } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import supertest from 'supertest';
import { createWholeApp } from '../testing/create-whole-app.ts';
import type { TestApp } from '../testing/start-test-app.ts';
import { useTestApp } from '../testing/use-test-app.ts';

const app = await useTestApp();

const address = `/live/${randomUUID()}`;

test('serves the same page for every task without authentication, and no task data', async () => {
  const { text, headers } = await supertest(app.app).get(address).expect(200);
  expect(headers['content-type']).toMatch('text/html');
  expect(text).not.toContain(address.slice(6));
  const sources = [...text.matchAll(/(?:src|href)="(assets[^"]+)"/g)].map(([, source]) => source);
  expect(sources).toHaveLength(2);
  for (const source of sources) await supertest(app.app).get(`/live/${source}`).expect(200);
  await supertest(app.app).head(address).expect(200);
});

test('shows no empty screen below an error', async () => {
  await using server = await listen(app.app, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  await using opened = await openBrowser();
  const page = await opened.browser.newPage();
  await page.goto(server.url);
  await page.evaluate((key) => sessionStorage.setItem('errand.api-key', key), app.apiKey);
  await page.goto(`${server.url}${address}`);
  await page.waitForFunction("document.querySelector('h1').textContent === 'Task not found'");
  const height = () => page.$eval('#screen', ({ clientHeight }) => clientHeight);
  expect(await height()).toBe(0);
  // A connected screen has an element of noVNC.
  await page.$eval('#screen', (screen) => screen.append(document.createElement('div')));
  expect(await height()).toBeGreaterThan(100);
});

test('lets the page run only its own scripts and connect only to this server and the gateway', async () => {
  expect(await policyOf(app.app)).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self' ws://127.0.0.1:8081",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
  const logger = createLogger({ name: 'test', level: 'error' });
  const options = { logger, validateResponses: true };
  const unwatched = createWholeApp(app.dependencies, options);
  expect(await policyOf(unwatched)).toContain("connect-src 'self'");
});

test('serves noVNC unchanged, and no sources of this server', async () => {
  const { headers } = await supertest(app.app).get('/live/assets/novnc/core/rfb.js').expect(200);
  expect(headers['content-type']).toMatch('text/javascript');
  for (const path of ['novnc/package.json', 'novnc/core/', 'live-page.ts', '../app.ts']) {
    await supertest(app.app).get(`/live/assets/${path}`).expect(404);
  }
});

async function policyOf(served: TestApp['app']): Promise<string[]> {
  const { headers } = await supertest(served).get(address);
  return String(headers['content-security-policy']).split(';');
}
