import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { IncomingHttpHeaders } from 'node:http';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
let otherSite = '';
const seenHeaders = new Map<string, IncomingHttpHeaders>();

/** What scripts learn about the browser. The page itself reads it before anything else. */
const FACTS = `({
  userAgent: navigator.userAgent,
  platform: navigator.platform,
  hints: navigator.userAgentData.platform,
  languages: navigator.languages.join(),
  number: (1234.5).toLocaleString(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  width: innerWidth,
})`;
const tell = (name: string) =>
  `<script>window.facts = ${FACTS}; document.title = '${name}'</script>`;

beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (request, response) => {
    seenHeaders.set(request.url ?? '', request.headers);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html>${tell('other')}`);
  });
  otherSite = stage.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const austrian = {
  os_emulation: 'windows',
  browser_settings: {
    viewport: { width: 777, height: 555 },
    locale: 'de-AT',
    timezone: 'Asia/Kathmandu',
  },
};
const austrianFacts = {
  userAgent: expect.stringMatching(
    /^Mozilla\/5\.0 \(Windows NT 10\.0; Win64; x64\) .*Chrome\/\d+\.0/,
  ),
  platform: 'Win32',
  hints: 'Windows',
  languages: expect.stringMatching(/^de-AT/),
  number: (1234.5).toLocaleString('de-AT'),
  timezone: expect.stringMatching(/^Asia\/Kat(?:h)?mandu$/),
};

// proves field: os_emulation; browser_settings.viewport.width; browser_settings.viewport.height
// proves field: browser_settings.locale; browser_settings.timezone
test('applies the settings before the first script of a page, of its window and of a frame of another site', async () => {
  const page = `${tell('first')}
    <iframe src="${otherSite}/framed"></iframe><a href="/window" target="_blank">open</a>`;
  const click = {
    type: 'action_node',
    interaction_action: { click_element: { command: 'locator("a")' } },
    expect_new_tab: true,
    max_new_tab_wait_time: 5,
  };
  const run = await stage.run(page, [click], {
    automation: austrian,
    onPage: () => undefined,
  });
  expect(failureOf(run)).toBe('success');
  const pages = await run.page.browserContext().pages();
  const [first, opened] = await Promise.all(pages.map((each) => each.evaluate('facts')));
  expect(first).toMatchObject({ ...austrianFacts, width: 777 });
  expect(opened).toMatchObject({ ...austrianFacts, width: 777 });
  const framed = run.page.frames().find((frame) => frame.url().includes('/framed'));
  expect(await framed?.evaluate('facts')).toMatchObject(austrianFacts);
  const headers = {
    'user-agent': austrianFacts.userAgent,
    'accept-language': expect.stringMatching(/^de-AT/),
  };
  const platform = { 'sec-ch-ua-platform': '"Windows"' };
  expect(seenHeaders.get('/framed')).toMatchObject({ ...headers, ...platform });
  // The browser sends this header with a new window's first request before it can be held back.
  expect(seenHeaders.get('/window')).toMatchObject(headers);
});

test('applies the settings to a worker of the page', async () => {
  const facts = `({
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    hints: navigator.userAgentData.platform,
    languages: navigator.languages.join(),
    number: (1234.5).toLocaleString(),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })`;
  const page = `<script>
    const source = new Blob([${JSON.stringify(`postMessage(${facts})`)}], { type: 'text/javascript' });
    new Worker(URL.createObjectURL(source)).onmessage = ({ data }) => {
      window.facts = data;
      document.body.append('told');
    };
  </script>`;
  const wait = {
    type: 'action_node',
    interaction_action: { max_tries: 5, hover: { command: 'get_by_text("told")' } },
  };
  const run = await stage.run(page, [wait], { automation: austrian, onPage: () => undefined });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('facts')).toMatchObject(austrianFacts);
});

test('restores a page that stays open', async () => {
  const page = await browser.browser.newPage();
  await page.goto(`${stage.url}/plain`);
  const before = await page.evaluate('facts');
  const run = await stage.run('', [], { automation: austrian, dependencies: { page } });
  expect(failureOf(run)).toBe('success');
  await page.goto(`${stage.url}/plain`);
  expect(await page.evaluate('facts')).toEqual(before);
  await page.close();
});

test('reports Linux when the automation requests it', async () => {
  const run = await stage.run(tell('x'), [], { automation: { os_emulation: 'linux' } });
  const linux = { platform: 'Linux x86_64', hints: 'Linux' };
  expect(await run.read('facts')).toMatchObject(linux);
});
