import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ApiDocument, readErrandDocument } from '@errand/api-types';
import { listen } from '@errand/app-runtime';
import { openBrowser } from '@errand/test-kit';
import express from 'express';
import { HtmlValidate } from 'html-validate';
import supertest from 'supertest';
import { AXE, findFaults } from '../../testing/axe.ts';
import { listReferencePages } from '../reference/list-pages.ts';
import { readReference } from '../reference/read-reference.ts';
import { serveDocs } from '../serve-docs.ts';
import { otherWords } from './other-words.ts';
import { readPages } from './read-pages.ts';

const app = express().use(serveDocs());
const { all, groups } = readPages();
const reference = listReferencePages(readReference(readErrandDocument() as ApiDocument));
const names = [...all, ...reference].map(({ name }) => name);
const texts = new Map<string, string>();
beforeAll(async () => {
  const contents = (await supertest(app).get('/docs/').expect(200)).text;
  texts.set('', contents);
  for (const name of names) {
    texts.set(name, (await supertest(app).get(`/docs/${name}`).expect(200)).text);
  }
});

test('shows every page in a group of the table of contents', () => {
  const listed = groups.flatMap(({ pages }) => pages.map(({ name }) => name));
  expect(all.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
  expect(texts.get('')).toContain('href="/docs/command-line"');
  expect(texts.get('locators')).toMatch(/<title>Locators · Errand<\/title>/);
});

test('every link between pages leads to a page and a heading of it', () => {
  const broken = [...texts].flatMap(([from, text]) =>
    [...text.matchAll(/<a[^>]* href="([^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !leadsSomewhere(from, href))
      .map((href) => `${from}: ${href}`),
  );
  expect(broken).toEqual([]);
  expect(leadsSomewhere('tasks', 'locators#frames')).toBe(true);
  expect(leadsSomewhere('tasks', 'locators#no-such-heading')).toBe(false);
  expect(leadsSomewhere('tasks', '../no-such-page')).toBe(false);
  expect(leadsSomewhere('tasks', 'api/tasks#getTask')).toBe(true);
  expect(leadsSomewhere('api/tasks', '/docs/api/no-such-page')).toBe(false);
});

test.each([
  ['tasks', 'GET /api/v1/tasks/TASK_ID/steps', 'tasks#listTaskSteps'],
  ['data', 'DELETE /api/v1/recordings/&lt;RECORDING_ID&gt;', 'recordings#deleteRecording'],
  ['dashboard', 'GET /api/v1/tasks?waiting_for_human=true', 'tasks#listTasks'],
  ['tasks', '/api/v1/statistics', 'tasks#getStatistics'],
])('on the page %j, %j leads to the API reference', (page, code, address) => {
  expect(texts.get(page)).toContain(`<a href="/docs/api/${address}"><code>${code}</code></a>`);
});

test('does not link a path that several operations have, or a link to the document as a file', () => {
  expect(texts.get('keys')).toContain('(<code>/api/v1/api_keys</code>)');
  expect(texts.get('moving')).toContain('<a href="/docs/api/">API reference</a>');
});

test('every page is valid HTML', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  const faults: string[] = [];
  for (const [name, text] of texts) {
    const { results } = await validator.validateString(text);
    for (const { ruleId, line, message } of results.flatMap(({ messages }) => messages)) {
      faults.push(`${name}:${line} ${ruleId}: ${message}`);
    }
  }
  expect(faults).toEqual([]);
});

test('examples call the installation that serves them, and defaults stay as they are', async () => {
  const own = express().use(serveDocs('https://errand.example/'));
  for (const path of ['/docs/queues', '/docs/guide/queues.md']) {
    const { text } = await supertest(own).get(path).expect(200);
    expect(text).toContain('https://errand.example/api/v1/');
    expect(text).not.toContain('http://127.0.0.1:8080');
  }
  const { text } = await supertest(own).get('/docs/settings').expect(200);
  expect(text).toContain('<code>http://127.0.0.1:8080</code>');
});

/** Addresses of this installation that are no pages of the documentation. */
const OTHERS = new Set([
  '/openapi.json',
  '/openapi.yaml',
  '/docs/api/try/',
  '/docs/architecture.svg',
  '/docs/console.png',
]);

function leadsSomewhere(from: string, href: string): boolean {
  const { pathname, hash, host } = new URL(href, `http://docs.example/docs/${from}`);
  if (host !== 'docs.example' || OTHERS.has(pathname)) return true;
  const text = texts.get(pathname.replace(/^\/docs\//, ''));
  const anchor = hash.slice(1);
  return text !== undefined && (anchor === '' || text.includes(`id="${anchor}"`));
}

test.each([
  ['locator_not_found', '/docs/errors#locator_not_found'],
  ['shadow dom', '/docs/locators#frames'],
  ['idempotncy', '/docs/tasks#submit-many-tasks'],
  ['startRollout', '/docs/api/recordings#startRollout'],
  ['login_queues', '/docs/api/tasks#listLoginQueues'],
])('finds %j, without JavaScript', async (wanted, href) => {
  const { text } = await supertest(app).get('/docs/search').query({ q: wanted }).expect(200);
  expect(text).toContain(`href="${href}"`);
});

test.each([
  ['wait for download', 'files'],
  ['2fa', 'secrets'],
  ['why is my task queued', 'queues'],
  ['upload a file', 'files'],
  ['webhook signature', 'webhooks'],
  ['loop over rows', 'loops'],
  ['take over the browser', 'live'],
  ['convert from playwright', 'import'],
  ['how do I set a variable', 'placeholders'],
  ['retry a failed task', 'tasks'],
  ['otp', 'secrets'],
  ['pagination', 'loops'],
  ['dropdown', 'actions'],
  ['docker', 'deploy'],
  ['cookie banner', 'waiting'],
])('leads %j to its page among the first three sections', async (wanted, name) => {
  const { text } = await supertest(app).get('/docs/search').query({ q: wanted }).expect(200);
  const found = [...text.matchAll(/<a href="\/docs\/([\w-]+)[^"]*">[^<]*<\/a> <span>/g)];
  expect(found.slice(0, 3).map(([, page]) => page)).toContain(name);
});

test('shows code in excerpts as it is, and knows where the other words lead', async () => {
  const { text } = await supertest(app).get('/docs/search').query({ q: 'cron' }).expect(200);
  expect(text).toContain('* * 1-5');
  const wrong = Object.keys(otherWords).filter((address) => !leadsSomewhere('', address));
  expect(wrong).toEqual([]);
});

const get = (path: string, accept: string) => supertest(app).get(path).set('accept', accept);

test('helps a browser with an address that no page has, and leaves programs their error', async () => {
  const { text } = await get('/docs/locator-frames', 'text/html,*/*;q=0.8').expect(404);
  expect(text).toContain('<h1>There is no such page</h1>');
  expect(text).toContain('href="/docs/locators#frames"');
  await get('/docs/locators/', 'text/html').expect(301).expect('location', '/docs/locators');
  const refused = await get('/docs/locator-frames', '*/*').expect(404);
  expect(refused.text).not.toContain('There is no such page');
});

test.each([
  ['<script>alert(1)</script>', /Search: &lt;script&gt;/],
  ['', /Nothing was found/],
  ['x'.repeat(100_000), /Nothing was found/],
])('searches for any text', async (wanted, shown) => {
  const url = `/docs/search?q=${encodeURIComponent(wanted.slice(0, 10_000))}`;
  const { text } = await supertest(app).get(url).expect(200);
  expect(text).toMatch(shown);
  expect(text).not.toContain('<script>');
});

test('lets browsers cache a page until it changes, and run nothing on it', async () => {
  const { headers } = await supertest(app).get('/docs/locators').expect(200);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';style-src 'self'/);
  const again = supertest(app)
    .get('/docs/locators')
    .set('if-none-match', headers['etag'] ?? '');
  await again.expect(304);
  await supertest(app).get('/docs/no-such-page').expect(404);
});

let opened: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  opened = await openBrowser();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

/** What axe-core checks in each view: everything, or the rules whose result may differ there. */
const VIEWS = [
  { width: 1280, scheme: 'light', rules: undefined },
  { width: 1280, scheme: 'dark', rules: ['color-contrast'] },
  {
    width: 320,
    scheme: 'light',
    rules: ['color-contrast', 'scrollable-region-focusable', 'target-size'],
  },
] as const;
/** 640 px is the width of a 1,280 px window at 200 % zoom. */
const WIDTHS = [320, 640, 1280];
/** Rows of a table look alike, as do fields and operations, so axe checks only the first ones. */
const KEEP_FIRST_ROWS = `for (const row of document.querySelectorAll(
  'tbody > tr:nth-child(n + 7), .fields > li:nth-child(n + 7), .operation:nth-of-type(n + 4)')) row.remove()`;
/** Counts the tables that are wider than their frame, which would hide some of their text. */
const COUNT_CUT_TABLES = `[...document.querySelectorAll('.table')].filter(
  (frame) => frame.scrollWidth > frame.clientWidth).length`;

test('axe finds no fault on any page: light and dark, wide, narrow and zoomed', async () => {
  await using server = await listen(app, { port: 0, host: '127.0.0.1', setting: 'PORT' });
  const page = await opened.browser.newPage();
  const faults: string[] = [];
  for (const name of ['', 'search?q=locator', ...names]) {
    await page.goto(`${server.url}/docs/${name}`);
    for (const width of WIDTHS) {
      await page.setViewport({ width, height: 900 });
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (overflow !== 0) faults.push(`${name} ${width}: ${String(overflow)} px too wide`);
      const cut = await page.evaluate(COUNT_CUT_TABLES);
      if (cut !== 0) faults.push(`${name} ${width}: ${String(cut)} tables are cut off`);
    }
    // The page's policy forbids scripts, except those of the inspector.
    await page.evaluate(`${KEEP_FIRST_ROWS};${AXE}`);
    for (const { width, scheme, rules } of VIEWS) {
      await page.setViewport({ width, height: 900 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const found = await page.evaluate(findFaults('html', rules));
      faults.push(...(found as string[]).map((fault) => `${name} ${width} ${scheme} ${fault}`));
    }
  }
  expect(faults).toEqual([]);
  // Enough for dozens of pages alongside other tests: only a hanging browser takes longer.
}, 600_000);
