import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import {
  failureOf,
  type FinishedRun,
  interact,
  openStage,
  type Stage,
} from '../../test/run-on-page.ts';

const pdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n';

const routes: RequestListener = (request, response) => {
  const path = request.url ?? '';
  const isLoggedIn = request.headers.cookie?.includes('session=1');
  if (path === '/secret.pdf' && !isLoggedIn) return response.writeHead(403).end('no');
  if (path.endsWith('.pdf')) {
    return response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
  }
  if (path === '/export') {
    return response
      .writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="../March.pdf"',
      })
      .end(pdf);
  }
  if (path === '/archive.zip') {
    return response.writeHead(200, { 'content-type': 'application/zip' }).end('PK');
  }
  return response
    .writeHead(200, {
      'content-type': 'text/html',
      ...(path === '/start' ? { 'set-cookie': 'session=1' } : {}),
    })
    .end(`<title>page</title><h1>${path}</h1>`);
};

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, routes);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const save = (params: object) => interact('download_url_as_pdf', params);
const start = { path: '/start' };

async function filesOf({ result }: FinishedRun) {
  return Promise.all(
    result.downloads.map(async ({ filename, path, contentType }) => {
      const content = await readFile(path, 'latin1');
      return {
        filename,
        contentType,
        isAsSent: content === pdf,
        isPdf: content.startsWith('%PDF'),
      };
    }),
  );
}

// proves field: interaction_action.download_url_as_pdf.url
// proves field: interaction_action.download_url_as_pdf.download_filename
test("saves a PDF unchanged, using the browser's cookies", async () => {
  const run = await stage.run(
    start,
    [save({ url: '{site[0]}/secret.pdf', download_filename: 'report {number[0]}' })],
    { inputs: { site: [stage.url], number: ['7'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await filesOf(run)).toEqual([
    { filename: 'report 7.pdf', contentType: 'application/pdf', isAsSent: true, isPdf: true },
  ]);
});

test("uses the site's filename when the given one is missing or a UUID", async () => {
  const run = await stage.run(start, [
    save({ url: `${stage.url}/export` }),
    save({
      url: `${stage.url}/bill.pdf`,
      download_filename: '0b0e7e1c-7f0e-4d0a-9c55-0a9f8f0c9a11',
    }),
    save({ url: `${stage.url}/bill.pdf`, download_filename: '../../etc/bill.pdf' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect((await filesOf(run)).map(({ filename }) => filename)).toEqual([
    '_March.pdf',
    'bill.pdf',
    '_.._etc_bill.pdf',
  ]);
});

test('prints the current page as shown', async () => {
  const run = await stage.run(start, [save({}), save({ download_filename: 'again.pdf' })]);
  expect(failureOf(run)).toBe('success');
  expect(await filesOf(run)).toEqual([
    { filename: 'start.pdf', contentType: 'application/pdf', isAsSent: false, isPdf: true },
    { filename: 'again.pdf', contentType: 'application/pdf', isAsSent: false, isPdf: true },
  ]);
});

test('prints another page in its own tab and continues in the previous one', async () => {
  const run = await stage.run(start, [
    interact('go_to_url', { url: `${stage.url}/newest`, new_tab: true }),
    interact('switch_tab', { tab_index: 0 }),
    save({ url: `${stage.url}/invoice` }),
    { type: 'action_node', extraction_action: { state: {} }, before_sleep_time: 0 },
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await filesOf(run)).toMatchObject([{ filename: 'invoice.pdf', isPdf: true }]);
  expect(run.result.outputData).toMatchObject([{ json_data: { page_url: `${stage.url}/start` } }]);
});

test.each([
  ['without an address', {}],
  ['by its address', { url: '{base[0]}/shown.pdf' }],
])('saves the PDF shown in the current tab once, named %s', async (_how, params) => {
  const run = await stage.run(
    start,
    [
      interact('go_to_url', { url: '{base[0]}/shown.pdf#page=2' }),
      save({ download_filename: 'example.pdf', ...params }),
    ],
    { inputs: { base: [stage.url] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(await filesOf(run)).toEqual([
    { filename: 'example.pdf', contentType: 'application/pdf', isAsSent: true, isPdf: true },
  ]);
});

test('saves a shown PDF as often as requested', async () => {
  const run = await stage.run(start, [
    interact('go_to_url', { url: `${stage.url}/shown.pdf` }),
    save({ download_filename: 'one.pdf' }),
    save({ download_filename: 'two.pdf' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect((await filesOf(run)).map(({ filename }) => filename)).toEqual(['one.pdf', 'two.pdf']);
});

test.each([
  [
    '/archive.zip',
    /^download_missing: .*\/archive\.zip is neither a PDF nor a page, but application\/zip/,
  ],
  ['javascript:alert(1)', /^download_missing: "javascript:alert\(1\)" is not an address/],
  ['http://127.0.0.1:1/x.pdf', /^download_missing: .* could not be fetched: net::ERR_/],
])('fails for %s', async (address, reason) => {
  const url = address.startsWith('/') ? `${stage.url}${address}` : address;
  const run = await stage.run(start, [save({ url })]);
  expect(failureOf(run)).toMatch(reason);
  expect(run.result.downloads).toEqual([]);
});

test('fails when the site denies access', async () => {
  const run = await stage.run('<p>not logged in</p>', [save({ url: `${stage.url}/secret.pdf` })]);
  expect(failureOf(run)).toMatch(/could not be fetched: the site responded with status 403/);
});
