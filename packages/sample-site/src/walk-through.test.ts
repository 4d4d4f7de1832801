import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, pollUntil, type TestBrowser, type TestPage } from '@errand/test-kit';
import { startSampleSite, type RunningSampleSite } from './start-sample-site.ts';

type Page = TestPage['page'];

let site: RunningSampleSite;
let otherSite: RunningSampleSite;
let browser: TestBrowser;

beforeAll(async () => {
  otherSite = await startSampleSite({ port: 0, host: '127.0.0.1' });
  site = await startSampleSite({ port: 0, host: '127.0.0.1', embeddedOrigin: otherSite.url });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await otherSite[Symbol.asyncDispose]();
});

test('signs in, finds an order and downloads it', async () => {
  await using opened = await browser.openPage();
  await using folder = await openDownloadFolder(opened.page);
  const { page } = opened;
  const complaints = listenForComplaints(page);
  await page.goto(site.url);
  await click(page, 'button', 'Accept cookies');
  await follow(page, 'link', 'Sign in');
  await signIn(page);
  await follow(page, 'link', 'Orders');
  await page.type('#search', 'HS-10424');
  await follow(page, 'button', 'Apply filters');
  await follow(page, 'link', 'HS-10424');
  expect(await textOf(page, '[data-testid=order-status]')).toBe('Shipped');
  await click(page, 'link', 'Download CSV');
  expect(await folder.read('HS-10424.csv')).toContain('HS-10424,RP-120');
  expect(complaints).toEqual([]);
});

test('saves a file that exists only in the page', async () => {
  await using opened = await openSignedIn('/orders');
  await using folder = await openDownloadFolder(opened.page);
  await click(opened.page, 'button', 'Save this page');
  expect(await folder.read('orders-on-page.csv')).toMatch(/^"Order","Date"[^]*"HS-10410"/);
});

test('enables the order button when the form is complete and shows the number', async () => {
  await using opened = await openSignedIn('/orders/new');
  const { page } = opened;
  await page.type('#company', 'Tidewater');
  await page.type('#contact', 'buying@tidewater.example');
  await page.select('#product', 'LT-077');
  await page.$eval('#delivery-date', (field) => {
    Object.assign(field, { value: '2026-04-15' });
  });
  await page.click('#terms');
  expect(await page.$eval('[type=submit]', (button) => button.matches(':disabled'))).toBe(true);
  await page.click('#warehouse');
  await click(page, 'option', 'Rotterdam');
  await follow(page, 'button', 'Place order');
  expect(await textOf(page, '[data-testid=order-number]')).toBe('HS-10458');
});

test('verifies a code in a frame of another origin and rates it in a shadow root', async () => {
  await using opened = await openSignedIn('/account/security');
  const { page } = opened;
  const frame = await page.waitForFrame((found) => found.url().startsWith(otherSite.url));
  await frame.locator('#code').fill('246810');
  await frame.locator('::-p-aria(Verify)').click();
  await page.locator('::-p-text(Phone verified)').wait();
  await click(page, 'button', 'Rate 4 of 5');
  expect(await textOf(page, 'harbor-rating >>> [data-testid=rating-result]')).toBe('Rated 4 of 5');
});

test('asks before deleting, and opens reports in new tabs', async () => {
  await using opened = await openSignedIn('/reports');
  const { page } = opened;
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await page.click('[data-report=sales] [data-delete]');
  await page.waitForSelector('[data-report=sales]', { hidden: true, timeout: 5_000 });
  const popup = new Promise<Page | null>((resolve) => void page.once('popup', resolve));
  await page.click('[data-report=returns] a');
  const tab = await popup;
  await tab?.waitForSelector('h1');
  expect(asked).toEqual(['Delete this report?']);
  expect(tab?.url()).toBe(`${site.url}/reports/returns`);
});

test('uncovers, stops and enables the offers', async () => {
  await using opened = await browser.openPage();
  const { page } = opened;
  await page.goto(`${site.url}/offers?banner=off`);
  await click(page, 'button', 'No thanks');
  await click(page, 'button', 'Claim the rope offer');
  expect(await textOf(page, '#answer')).toBe('Rope offer claimed');
  await click(page, 'button', 'Claim the paint offer');
  expect(await textOf(page, '#answer')).toBe('Paint offer claimed');
});

test('loads prices, suggestions and the next entries of a list', async () => {
  await using opened = await openSignedIn('/quotes/TEAK?delay=50');
  const { page } = opened;
  await page.waitForSelector('#loaded', { visible: true, timeout: 5_000 });
  expect(await textOf(page, '[data-testid=price]')).toBe('3140.75 USD');
  await page.goto(`${site.url}/quotes`);
  await page.type('#search-header', 'teak');
  await page.locator('::-p-aria(Deck teak \\(TEAK\\))').wait();
  await page.goto(`${site.url}/activity`);
  while ((await page.$('#activity-end')) !== null) await page.mouse.wheel({ deltaY: 2_000 });
  expect(await page.$$('#activity li')).toHaveLength(60);
});

test('enables the certificate form once the notice has been read', async () => {
  await using opened = await browser.openPage();
  const { page } = opened;
  await page.goto(`${site.url}/certificates?banner=off`);
  await page.$eval('#notice-text', (text) => text.scrollTo(0, text.scrollHeight));
  await click(page, 'button', 'I ACKNOWLEDGE AND AGREE');
  await page.type('#lastName', 'Lind');
  await page.type('#documentNumber', 'C-2026-0117');
  await page.type('#country', 'nor');
  await click(page, 'option', 'Norway (NOR)');
  await click(page, 'button', 'Click to submit the form');
  await page.locator('::-p-text(is valid until 2028-01-16)').wait();
  expect(await textOf(page, '#result')).toContain('C-2026-0117');
});

async function openSignedIn(path: string): Promise<TestPage> {
  const opened = await browser.openPage();
  await opened.page.goto(`${site.url}/login?banner=off&next=${encodeURIComponent(path)}`);
  await signIn(opened.page);
  return opened;
}

async function signIn(page: Page): Promise<void> {
  await page.type('#email', 'demo@harbor.example');
  await page.type('#password', 'harbor-demo');
  await Promise.all([page.waitForNavigation(), page.click('#login [type=submit]')]);
}

async function click(page: Page, role: string, name: string): Promise<void> {
  await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(8_000).click();
}

async function follow(page: Page, role: string, name: string): Promise<void> {
  await Promise.all([page.waitForNavigation(), click(page, role, name)]);
}

async function textOf(page: Page, selector: string): Promise<string> {
  const element = await page.waitForSelector(selector, { timeout: 5_000 });
  return (await element?.evaluate((found) => found.textContent.trim())) ?? '';
}

/** Records what a correct page never does: log errors, or request missing resources. */
function listenForComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  return complaints;
}

async function openDownloadFolder(page: Page) {
  const path = await mkdtemp(join(tmpdir(), 'harbor-'));
  const session = await page.createCDPSession();
  const { id: browserContextId } = page.browserContext();
  if (browserContextId === undefined) throw new Error('A test page has a browser context.');
  const behavior = { behavior: 'allow', browserContextId, downloadPath: path } as const;
  await session.send('Browser.setDownloadBehavior', behavior);
  return {
    async read(name: string): Promise<string> {
      // The browser gives a file its final name when it is complete.
      await pollUntil(`${name} is there`, async () => (await readdir(path)).includes(name));
      return readFile(join(path, name), 'utf8');
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  };
}
