import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import type { StepEvent } from '../reports/run-events.ts';
import { failureOf, interact, openStage, type Stage } from '../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

const click = (command: string, group: object = {}) =>
  interact('click_element', { command }, { group });

test('fails with address and reason when the start page is unreachable', async () => {
  const run = await stage.run('', [], { automation: { url: 'http://127.0.0.1:9/start' } });
  expect(failureOf(run)).toMatch(
    /^navigation: http:\/\/127\.0\.0\.1:9\/start could not be loaded: net::ERR_\w+\.$/,
  );
  expect(run.events).toEqual([]);
});

test('accepts an HTTP error page as the start page', async () => {
  const run = await stage.run({ path: '/missing' }, [click('get_by_text("not here")')]);
  expect(failureOf(run)).toBe('success');
});

// proves field: url; nodes
test('reports every step in order and stops at the first failure', async () => {
  const run = await stage.run(
    '<title>Shop</title><button>Buy</button><script>console.error("stock is", 0)</script>',
    [
      click('get_by_role("button")'),
      click('get_by_role("link")', { max_timeout_seconds_per_try: 0.1 }),
      click('get_by_role("button")'),
    ],
  );
  expect(run.events).toMatchObject([
    { sequence: 0, nodePath: 'nodes[0]', kind: 'click_element', outcome: 'done' },
    {
      sequence: 1,
      nodePath: 'nodes[1]',
      kind: 'click_element',
      outcome: 'failed',
      errorClass: 'locator_not_found',
      pageUrl: run.page.url(),
      evidence: { pageUrl: run.page.url(), title: 'Shop', consoleTail: ['error: stock is 0'] },
    },
  ]);
  expect(run.events[0]).not.toHaveProperty('evidence');
  expect(run.events[1]?.durationMs).toBeGreaterThan(90);
  const png = Buffer.from(run.events[1]?.evidence?.screenshot ?? []);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(run.result).toMatchObject({
    status: 'failed',
    error: { class: 'locator_not_found', retry: 'automation', nodePath: 'nodes[1]' },
  });
});

// proves field: post_processing_nodes; take_final_screenshot
test('runs post-processing and takes the final screenshot even after a failure', async () => {
  const run = await stage.run(
    '<button onclick="document.title = 1">Buy</button>',
    [click('get_by_role("link")', { max_timeout_seconds_per_try: 0.1 })],
    {
      automation: {
        post_processing_nodes: [click('get_by_role("button")')],
        take_final_screenshot: true,
      },
    },
  );
  expect(run.result).toMatchObject({
    status: 'failed',
    error: { nodePath: 'nodes[0]' },
    screenshots: [{ kind: 'final_screenshot', filename: 'final_screenshot.png' }],
  });
  expect(await run.read('document.title')).toBe('1');
  expect(run.events.map(({ nodePath }) => nodePath)).toEqual([
    'nodes[0]',
    'post_processing_nodes[0]',
  ]);
});

test('fails when only the post-processing fails', async () => {
  const run = await stage.run('<p>x</p>', [], {
    automation: { post_processing_nodes: [{ fail_state_action: { failure_message: 'no' } }] },
  });
  expect(run.result).toMatchObject({ error: { nodePath: 'post_processing_nodes[0]' } });
});

// proves field: parameters.generated_parameters
test('starts with the initial values of generated parameters', async () => {
  const run = await stage.run(
    '<input>',
    [
      interact('input_text', {
        command: 'locator("input")',
        input_text: '{seed[0]} {current_page_url[0]}',
      }),
    ],
    {
      automation: {
        parameters: { input_parameters: {}, generated_parameters: { seed: ['kept'] } },
      },
    },
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("input").value')).toBe(`kept ${run.page.url()}`);
});

const patiently = { max_tries: 100 };
test.each([
  ['a missing element', '<p>x</p>', click('locator("#none")', patiently)],
  ['a disabled element', '<button disabled>x</button>', click('get_by_role("button")', patiently)],
  ['a sleep', '<p>x</p>', { sleep_action: { sleep_time: 60 } }],
  [
    'a download',
    '<a href="#">x</a>',
    interact('click_element', { command: 'get_by_role("link")', expect_download: true }),
  ],
  [
    'quiet',
    '<p>x</p><script>onclick = () => setInterval(() => document.body.append("x"), 20)</script>',
    { ...click('locator("p")'), end_sleep_time: 30 },
  ],
  [
    'options',
    '<select><option>a<option>b</select>',
    interact(
      'select_option',
      { command: 'locator("select")', select_values: ['z'] },
      { group: patiently },
    ),
  ],
])(
  "aborts immediately with the signal's reason while waiting for %s",
  async (_what, html, node) => {
    const controller = new AbortController();
    const reason = new Error('cancelled by the user');
    const started = { sleep_action: { sleep_time: 0 }, end_sleep_time: 0 };
    const ended: Pick<StepEvent, 'errorMessage' | 'evidence'>[] = [];
    let abortedAt = 0;
    const abort = () => {
      abortedAt = performance.now();
      controller.abort(reason);
    };
    const page = `${html}<script>console.log('opened')</script>`;
    const run = await stage.run(page, [started, node], {
      dependencies: {
        signal: controller.signal,
        onEvent(event) {
          ended.push(event);
          if (event.sequence === 0) setTimeout(abort, 300);
        },
      },
    });
    // Each of these waits would take 30 seconds or more.
    expect(performance.now() - abortedAt).toBeLessThan(15_000);
    expect(run.result).toMatchObject({ status: 'aborted', reason });
    const evidence = { consoleTail: ['log: opened'], networkTail: expect.any(Array) };
    expect(ended).toMatchObject([{}, { errorMessage: 'cancelled by the user', evidence }]);
  },
);

test('does not start when the signal is already aborted', async () => {
  const run = await stage.run('<p>x</p>', [click('locator("p")')], {
    dependencies: { signal: AbortSignal.abort(new Error('too late')) },
  });
  expect(run.result).toMatchObject({ status: 'aborted' });
  expect(run.events).toEqual([]);
});

test('reports a crashed page as an infrastructure failure', async () => {
  const opened = Promise.withResolvers<Page>();
  const crash = async () => {
    const session = await (await opened.promise).createCDPSession();
    // A crashing page never responds.
    session.send('Page.crash').catch(() => undefined);
  };
  const nodes = [click('locator("p")'), { sleep_action: { sleep_time: 20 } }];
  const run = await stage.run('<p>x</p>', nodes, {
    onPage: opened.resolve,
    dependencies: { onEvent: ({ sequence }) => void (sequence === 0 && crash()) },
  });
  expect(failureOf(run)).toMatch(/^browser_crashed: The page crashed/);
  expect(run.result).toMatchObject({ error: { retry: 'infrastructure', nodePath: 'nodes[1]' } });
});

test('reports a browser that exits as an infrastructure failure', async () => {
  await using doomed = await openBrowser();
  await using doomedStage = await openStage(doomed);
  const onEvent = () => doomed.browser.process()?.kill('SIGKILL');
  const nodes = [click('locator("p")'), { sleep_action: { sleep_time: 20 } }];
  const run = await doomedStage.run('<p>x</p>', nodes, { dependencies: { onEvent } });
  expect(failureOf(run)).toMatch(/^browser_crashed: The browser exited/);
});

test('reports a page that was closed before the run', async () => {
  await using doomed = await openBrowser();
  await using doomedStage = await openStage(doomed);
  const run = await doomedStage.run('<p>x</p>', [click('locator("p")')], {
    onPage: (page) => page.close(),
  });
  expect(failureOf(run)).toMatch(/^browser_crashed: .*gone before/);
});

test('leaves no listener on a page that outlives the run', async () => {
  const names = ['console', 'dialog', 'request', 'requestfailed', 'error'];
  const count = (page: Page) => names.map((name) => page.listenerCount(name));
  let before: number[] = [];
  const run = await stage.run('<p>x</p>', [click('locator("p")')], {
    onPage: (page) => {
      before = count(page);
    },
  });
  expect(count(run.page)).toEqual(before);
});

test('binds only inputs in the start page address', async () => {
  const automation = { url: `${stage.url}/{path[0]}` };
  const bound = await stage.run('', [], { automation, inputs: { path: ['orders'] } });
  expect(bound.page.url()).toBe(`${stage.url}/orders`);
  const missing = await stage.run('', [], { automation });
  expect(failureOf(missing)).toMatch(/^placeholder_unresolved: No value for \{path\[0\]\}/);
  expect(missing.events).toEqual([]);
});

// proves field: backend
test('does not start an automation that acts on a screen without a desktop', async () => {
  const run = await stage.run('', [click('locator("a")')], {
    automation: { backend: 'computer-vision' },
  });
  expect(failureOf(run)).toMatch(/^desktop_unavailable: .*backend "computer-vision"/);
  expect(run.result).toMatchObject({ error: { retry: 'infrastructure' } });
  expect(run.events).toEqual([]);
});
