import { spawnSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BLOCK, openBrowser, type TestBrowser } from '@errand/test-kit';
import type { RunLimits } from '../run-limits.ts';
import {
  failureOf,
  interact,
  openStage,
  type RunOptions,
  type Stage,
} from '../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, ({ url = '' }, response) => {
    if (url.startsWith('/redirect')) {
      response.writeHead(302, { location: `/redirect-${Math.random()}` });
      return response.end();
    }
    if (url === '/body-5mb') return response.end('x'.repeat(5 * 1024 * 1024));
    if (url === '/huge') return sendHugePage(response);
    if (url !== '/endless.bin') return response.writeHead(204).end();
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const send = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', send);
    return send();
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

/** 100 MB of elements and text, most of which the browser never lays out. */
function sendHugePage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write('<!doctype html><button id=go>Go</button><div style="display:none">');
  const chunk = `<p title="${'x'.repeat(900)}">${'y'.repeat(100)}</p>`.repeat(1000);
  let left = 100;
  const send = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', send);
  send();
}

const clickGo = interact('click_element', { command: 'locator("#go")' });
const sleep = { sleep_action: { sleep_time: 20 } };
const limited = (limits: Partial<RunLimits>): RunOptions => ({
  dependencies: { limits: { unresponsiveMs: 1500, ...limits } },
});

interface Endless {
  readonly html: string;
  readonly options: RunOptions;
  readonly failure: RegExp;
}

test.each<[string, Endless]>([
  [
    'pages',
    {
      html: '<button id=go onclick="setInterval(() => window.open(`about:blank`), 5)">x</button>',
      options: limited({ maxOpenPages: 3, maxPagesPerStep: 6 }),
      failure: /^limit_exceeded: The limit maxPagesPerStep is exceeded: more than 6 pages/,
    },
  ],
  [
    'dialogs',
    {
      html: '<button id=go onclick="setTimeout(() => { for (;;) alert(1) })">x</button>',
      options: limited({ maxDialogsPerStep: 20 }),
      failure: /^limit_exceeded: .*maxDialogsPerStep/,
    },
  ],
  [
    'downloads',
    {
      html: `<button id=go>x</button><a id=file download=f href="data:,x"></a><script>
        go.onclick = () => setInterval(() => file.click(), 5)</script>`,
      options: limited({ maxDownloads: 5 }),
      failure: /^limit_exceeded: .*maxDownloads is exceeded/,
    },
  ],
  [
    'bytes',
    {
      html: '<a id=go href="/endless.bin">x</a>',
      options: limited({ maxDownloadBytes: 1_000_000 }),
      failure: /^limit_exceeded: .*more than 1000000 bytes in total/,
    },
  ],
  [
    'script',
    {
      html: '<button id=go onclick="setTimeout(() => { for (;;); })">x</button>',
      options: limited({}),
      failure: /^page_unresponsive: The page http.* did not respond for \d+\.\d s/,
    },
  ],
])('fails on a page with endless %s and stops it', async (_what, { html, options, failure }) => {
  const started = performance.now();
  const run = await stage.run(html, [clickGo, sleep], options);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(failureOf(run)).toMatch(failure);
  expect(run.events.at(-1)).toMatchObject({ outcome: 'failed', evidence: {} });
  const left = run.page.isClosed() ? [] : await run.page.browserContext().pages();
  expect(left.map((page) => page.url())).toEqual(run.page.isClosed() ? [] : ['about:blank']);
});

test('fails on a start page whose script never ends', async () => {
  const run = await stage.run('<script>for (;;);</script>', [], limited({}));
  expect(failureOf(run)).toMatch(/^page_unresponsive: /);
});

test.each([
  ['a locator', { click_element: { command: 'get_by_text(re.compile("^(a+)+$"))' } }],
  ['a choice', { select_option: { command: 'locator("select")', select_values: ['^(a+)+$'] } }],
])('fails on a never-ending pattern of %s', async (_what, action) => {
  const endless = `${'a'.repeat(50)}!`;
  const html = `<p>${endless}</p><select><option>${endless}</select>`;
  const started = performance.now();
  const run = await stage.run(html, [{ interaction_action: action }], limited({}));
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(failureOf(run)).toMatch(/^page_unresponsive: .* or a regular expression of the step/);
});

test('aborts immediately even if the page does not respond', async () => {
  const controller = new AbortController();
  let abortedAt = Number.POSITIVE_INFINITY;
  const abort = () => {
    abortedAt = performance.now();
    controller.abort(new Error('cancelled'));
  };
  const html = `<button id=go onclick="setTimeout(() => ${BLOCK})">x</button>`;
  const run = await stage.run(html, [clickGo, clickGo], {
    dependencies: {
      signal: controller.signal,
      onEvent({ sequence }) {
        if (sequence === 0) setTimeout(abort, 200);
      },
    },
  });
  expect(run.result).toMatchObject({ status: 'aborted', reason: { message: 'cancelled' } });
  // A page may be unresponsive for 20 seconds.
  expect(performance.now() - abortedAt).toBeLessThan(10_000);
});

test('fails when the renderer is killed', async () => {
  await using doomed = await openBrowser();
  await using doomedStage = await openStage(doomed);
  const session = await doomed.browser.target().createCDPSession();
  const killRenderers = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    // A renderer may have exited already.
    spawnSync('kill', ['-KILL', ...renderers.map(({ id }) => String(id))]);
  };
  const onEvent = () => void killRenderers();
  const run = await doomedStage.run('<button id=go>x</button>', [clickGo, sleep], {
    dependencies: { onEvent },
  });
  expect(failureOf(run)).toMatch(/^browser_crashed: The page crashed/);
});

test("fails on an endless redirect with the browser's reason", async () => {
  const run = await stage.run({ path: '/redirect' }, []);
  expect(failureOf(run)).toMatch(/^navigation: .*net::ERR_TOO_MANY_REDIRECTS/);
  const clicked = await stage.run('<a id=go href="/redirect">x</a>', [clickGo, clickGo]);
  expect(failureOf(clicked)).toMatch(/^navigation: .*net::ERR_TOO_MANY_REDIRECTS/);
});

test('handles a page of 100 MB and omits it from the snapshot', async () => {
  const missing = interact('click_element', { command: 'locator("#none")' });
  const run = await stage.run({ path: '/huge' }, [clickGo, missing]);
  expect(failureOf(run)).toMatch(/^locator_not_found/);
  expect(run.events[1]?.evidence).toMatchObject({
    accessibilitySnapshot: 'The document is too large for a snapshot.',
  });
});

const readText = (group: object = {}) => ({
  extraction_action: {
    locator: { command: 'locator("p")', extraction_format: { text: 'str' } },
    ...group,
  },
  before_sleep_time: 0,
});

test('fails at the step that exceeds the output limit and keeps earlier output', async () => {
  const html = `<p>${'é'.repeat(100)}</p>`;
  const nodes = [readText(), readText({ unique_identifier: 'second' })];
  const run = await stage.run(html, nodes, limited({ maxOutputBytes: 300 }));
  expect(failureOf(run)).toBe(
    'limit_exceeded: The limit maxOutputBytes is exceeded: the output of this step has 262 bytes, but only 67 of the 300 bytes of the whole run are left. Extract less, or store the content as a file.',
  );
  expect(run.result).toMatchObject({ error: { nodePath: 'nodes[1]' } });
  expect(run.result.outputData).toHaveLength(1);
});

test('fails at the step whose output has more values than the control plane accepts', async () => {
  const nodes = [readText(), readText({ unique_identifier: 'second' })];
  const run = await stage.run('<p>1', nodes, limited({ maxOutputValues: 5 }));
  expect(failureOf(run)).toBe(
    'limit_exceeded: The limit maxOutputValues is exceeded: the output of this step has 4 values, but only 2 of the 5 values of the whole run are left. Extract less, or store the content as a file.',
  );
  expect(run.result).toMatchObject({ error: { nodePath: 'nodes[1]' } });
  expect(run.result.outputData).toHaveLength(1);
});

test('fails instead of returning the beginning of a list', async () => {
  const extraction_format = { text: 'str' };
  const locator = { command: 'locator("p")', all_matches: true, extraction_format };
  const nodes = [readText({ locator })];
  const read = (html: string) => stage.run(html, nodes, limited({ maxReadElements: 2 }));
  const whole = await read('<p>1<p>2');
  expect(whole.result.outputData).toEqual([{ json_data: { node1_output: ['1', '2'] } }]);
  const run = await read('<p>1<p>2<p>3');
  expect(failureOf(run)).toBe(
    'limit_exceeded: The limit maxReadElements is exceeded: locator("p") matches more than 2 elements, and part of them would be an incomplete list. Narrow the locator, or read the page part by part.',
  );
  expect(run.result.outputData).toEqual([]);
});

test('fails on a body larger than the output limit', async () => {
  const fetching = `<button id=go onclick="fetch('/body-5mb')">x</button>`;
  const read = { extraction_action: { network_call: { url_pattern: '/body-5mb' } } };
  const run = await stage.run(fetching, [clickGo, read]);
  expect(failureOf(run)).toMatch(/^limit_exceeded: The limit maxOutputBytes .* 4194304 bytes/);
  expect(run.result).toMatchObject({ error: { nodePath: 'nodes[1]' } });
});

const failingLoop = (variable: string) => ({
  type: 'for_loop_node',
  variable_name: variable,
  on_error_in_loop: 'break',
  nodes: [{ fail_state_action: { failure_message: 'e'.repeat(2000) } }],
});

test('omits loop iterations over the status limit and logs a warning', async () => {
  const warnings: string[] = [];
  const run = await stage.run('x', ['a', 'a', 'b'].map(failingLoop), {
    inputs: { a: ['😀'.repeat(1000), true, 3], b: [1] },
    dependencies: {
      limits: { maxLoopStatusBytes: 3000 },
      logger: { warn: (message) => warnings.push(message) },
    },
  });
  expect(failureOf(run)).toBe('success');
  const [first = [], ...others] = run.result.forLoopStatus;
  const cut = { index: 0, value: `"${'😀'.repeat(249)}\uFFFD`, error: 'e'.repeat(500) };
  const rest = [
    { index: 1, value: true, status: 'skipped' },
    { index: 2, value: 3, status: 'skipped' },
  ];
  expect(first).toMatchObject([{ ...cut, status: 'error' }, ...rest]);
  expect(others).toEqual([[]]);
  expect(warnings).toEqual(['status of further loop iterations left out']);
});

test('rejects screenshots over the memory limit', async () => {
  const shot = { extraction_action: { screenshot: { filename: 'a' } }, before_sleep_time: 0 };
  const run = await stage.run('x', [shot], limited({ maxScreenshotBytes: 100 }));
  expect(failureOf(run)).toMatch(/^limit_exceeded: .*maxScreenshotBytes/);
});
