import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listOperations, loadErrandDocument } from '@errand/api-types';
import { listen } from '@errand/app-runtime';
import { openBrowser, type TestPage } from '@errand/test-kit';
import { AXE, findFaults } from '../../testing/axe.ts';
import { useTestApp } from '../../testing/use-test-app.ts';

const app = await useTestApp();
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

let browser: Awaited<ReturnType<typeof openBrowser>>['browser'];
let url: string;
beforeAll(async () => {
  const options = { port: 0, host: '127.0.0.1', setting: 'PORT' };
  ({ url } = resources.use(await listen(app.app, options)));
  ({ browser } = resources.use(await openBrowser()));
});

let page: TestPage['page'];
let faults: string[];
beforeEach(async () => {
  faults = [];
  page = await browser.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    const { href, protocol } = new URL(request.url());
    if (!href.startsWith(url) && protocol !== 'data:') faults.push(href);
  });
});

/** Longest wait for Swagger UI to draw something. */
const timeout = 60_000;

async function open(path = '/docs/api/try'): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.waitForSelector('#operations-tasks-submitTask', { timeout });
  await page.evaluate(AXE);
}

/** What axe-core finds in an element, by default in a wide and in a narrow window. */
async function faultsOf(selector: string, widths = [1280, 320]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewport({ width, height: 900 });
    const violations = (await page.evaluate(findFaults(selector))) as string[];
    found.push(...violations.map((fault) => `${selector} ${width}: ${fault}`));
  }
  return found;
}

/** Presses without moving the pointer, so that nothing looks hovered. */
async function press(selector: string): Promise<void> {
  const button = await page.waitForSelector(selector, { timeout });
  await button?.evaluate((element) => (element as HTMLElement).click());
}

/** Closes the other groups: axe looks at a whole page, even to check one element. */
async function showOnly(...tags: readonly string[]): Promise<void> {
  await page.$$eval(
    '.opblock-tag',
    (headings, kept) => {
      for (const heading of headings) {
        if (!kept.includes(heading.id)) (heading as HTMLElement).click();
      }
    },
    tags.map((tag) => `operations-tag-${tag}`),
  );
  await page.waitForSelector('.opblock-tag-section:not(.is-open) .opblock', {
    hidden: true,
    timeout,
  });
}

async function openOperation(id: string): Promise<void> {
  await press(`#operations-${id} .opblock-summary-control`);
  await press(`#operations-${id} .try-out button`);
  await page.waitForSelector(`#operations-${id} .execute`, { timeout });
}

/** Returns the status of the response. */
async function execute(id: string): Promise<string | null | undefined> {
  await press(`#operations-${id} .execute`);
  const shown = await page.waitForSelector(
    `#operations-${id} .live-responses-table .response .response-col_status`,
    { timeout },
  );
  return await shown?.evaluate(({ textContent }) => textContent);
}

test('shows every operation, with nothing loaded from other hosts', async () => {
  await open();
  const shown = await page.$$eval('.opblock', (blocks) => blocks.length);
  // The page also shows the webhook.
  expect(shown).toBeGreaterThanOrEqual(listOperations(loadErrandDocument()).length);
  expect([...faults, ...(await faultsOf('html'))]).toEqual([]);
});

test('axe finds no fault in opened operations, their schemas, responses and the authorizations', async () => {
  await open();
  await showOnly('tasks', 'downloads', 'api_keys');
  await press('.auth-wrapper .authorize');
  const key = await page.waitForSelector('[role=dialog] input[aria-label="Value of apiKey"]');
  faults.push(...(await faultsOf('[role=dialog]')));
  await key?.type(app.apiKey);
  await press('[role=dialog] .auth-container .authorize');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[role=dialog]', { hidden: true });
  for (const id of ['tasks-listTasks', 'tasks-getTaskStatus', 'downloads-uploadFile']) {
    await openOperation(id);
    faults.push(...(await faultsOf(`#operations-${id}`)));
    await press(`#operations-${id} .responses-table .tablinks[data-name=model]`);
    faults.push(...(await faultsOf(`#operations-${id}`, [1280])));
  }
  expect(await execute('tasks-listTasks')).toBe('200');
  faults.push(...(await faultsOf('#operations-tasks-listTasks', [1280])));
  await openOperation('api_keys-createApiKey');
  expect(await execute('api_keys-createApiKey')).toBe('201');
  faults.push(...(await faultsOf('#operations-api_keys-createApiKey', [1280])));
  expect(faults).toEqual([]);
  // Their names are those of the parameters and responses.
  const names = await page.$$eval('#operations-tasks-listTasks select', (selects) =>
    selects.map(({ ariaLabel }) => ariaLabel),
  );
  expect(names).toEqual(
    expect.arrayContaining([
      'status',
      'waiting_for_human',
      'sort',
      'order',
      'Response 401: example',
    ]),
  );
});

test('the reference opens an operation', async () => {
  await page.goto(`${url}/docs/api/live-view`);
  await page.click('#createStreamUrl ~ .access a[href^="/docs/api/try/"]');
  const wanted = '#operations-live_view-createStreamUrl.is-open';
  expect(await page.waitForSelector(wanted, { timeout })).not.toBeNull();
});

test('without JavaScript, leads to the reference', async () => {
  await page.setJavaScriptEnabled(false);
  await page.goto(`${url}/docs/api/try`);
  expect(page.url()).toBe(`${url}/docs/api/try/`);
  expect(await page.title()).toBe('Try the API · Errand');
  await page.click('noscript a');
  await page.waitForSelector('main a[href="/docs/api/tasks#submitTask"]', { visible: true });
});
