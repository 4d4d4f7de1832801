import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BLOCK, openBrowser, type TestBrowser } from '@errand/test-kit';
import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunLimits } from '../../run-limits.ts';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

/** The first byte arrives long after the time that a page may stay silent. */
const unresponsiveMs = 700;
const firstByteMs = 2500;

let browser: TestBrowser;
let stage: Stage;
let other: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (request, response) => void serve(request, response));
  other = await openStage(browser, (request, response) => void serve(request, response));
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function serve(...[{ url = '' }, response]: Parameters<RequestListener>): Promise<void> {
  if (url.includes('never')) return;
  if (url.includes('redirect')) {
    await delay(firstByteMs / 2);
    response.writeHead(302, { location: url.replace('redirect', 'slow') }).end();
    return;
  }
  if (url.includes('slow')) await delay(firstByteMs);
  const type = url.includes('file') ? 'application/octet-stream' : 'text/html';
  response.writeHead(200, { 'content-type': type });
  response.write(`<!doctype html><title>${url}</title>`.padEnd(2000));
  if (url.includes('drip')) await delay(firstByteMs);
  response.end(url.includes('hang') ? `<script>${BLOCK}</script>` : '<h1>there</h1>');
}

const click = (end = 1) =>
  interact(
    'click_element',
    { command: 'get_by_text("Go")' },
    { group: { max_tries: 10 }, node: { end_sleep_time: end } },
  );
/** Gives up before the page is known to hang. */
const miss = interact(
  'click_element',
  { command: 'get_by_text("None")' },
  {
    group: { max_timeout_seconds_per_try: 0.1 },
  },
);
const goTo = (url: string) => interact('go_to_url', { url });
const read = {
  extraction_action: {
    locator: {
      command: 'locator("h1")',
      extraction_format: { text: 'str' },
      output_variable_name: 'text',
    },
  },
};
const link = (url: string, attributes = '') => `<a href="${url}" ${attributes}>Go</a>`;

type Case = readonly [page: Parameters<Stage['run']>[0], nodes: readonly object[]];

/** Runs all cases concurrently, because all of them wait. */
async function runAll(cases: Readonly<Record<string, Case>>, limits: Partial<RunLimits>) {
  const options = { dependencies: { limits: { unresponsiveMs, ...limits } } };
  const runs = Object.entries(cases).map(async ([name, [page, nodes]]) => {
    return [name, await stage.run(page, nodes, options)] as const;
  });
  return Promise.all(runs);
}

test('waits for a page with a late first byte, however the page is reached', async () => {
  const elsewhere = `${other.url.replace('127.0.0.1', 'localhost')}/slow`;
  const cases: Record<string, Case> = {
    start: [{ path: '/slow' }, []],
    'go_to_url, another site': ['<p>x', [goTo(elsewhere)]],
    link: [link('/slow'), [click()]],
    'link, no wait after it': [link('/slow'), [click(0)]],
    form: ['<form action="/slow" method=post><button>Go</button></form>', [click()]],
    redirect: [link('/redirect'), [click()]],
    'slow body': [link('/drip'), [click()]],
    script: [`<a onclick="setTimeout(() => location.assign('/slow'), 50)">Go</a>`, [click()]],
    'new window': [link('/slow', 'target=_blank'), [click()]],
    'window of a script': [`<button onclick="open('/slow')">Go</button>`, [click(0)]],
    'frame in it': [
      '<h1>there</h1><iframe src="/slow"></iframe>',
      [{ sleep_action: { sleep_time: 3 } }],
    ],
    back: [{ path: '/slow?back' }, [goTo(`${stage.url}/fast`), interact('go_back', {})]],
  };
  const runs = await runAll(cases, {});
  const outcomes = runs.map(([name, run]) => [name, failureOf(run)]);
  expect(outcomes).toEqual(Object.keys(cases).map((name) => [name, 'success']));
});

test('reads what a late page shows', async () => {
  const runs = await runAll(
    {
      link: [link('/slow'), [click(0), read]],
      window: [link('/slow', 'target=_blank'), [click(0), read]],
    },
    {},
  );
  const texts = runs.map(([, run]) => run.result.outputData);
  expect(texts).toEqual([[{ json_data: { text: 'there' } }], [{ json_data: { text: 'there' } }]]);
});

test('waits for a file that a slow server sends instead of a page', async () => {
  const download = interact('click_element', {
    command: 'get_by_text("Go")',
    expect_download: true,
  });
  const [[, run] = []] = await runAll({ file: [link('/slow-file'), [download]] }, {});
  expect(run?.result).toMatchObject({ status: 'success', downloads: [{ filename: 'slow-file' }] });
});

test('fails with a picture when a page does not arrive within the navigation timeout', async () => {
  const never = `${stage.url}/never`;
  const runs = await runAll(
    {
      go_to_url: ['<p>x', [goTo(never)]],
      link: [link('/never'), [click(0), click()]],
      window: [link('/never', 'target=_blank'), [click(0)]],
    },
    { navigationMs: 1500 },
  );
  // Without the time that a busy machine takes to open the pages.
  const durations = runs.map(([, run]) => run.events.at(-1)?.durationMs ?? Infinity);
  expect(Math.max(...durations)).toBeLessThan(12_000);
  const why = 'could not be loaded: the server sent no page within 1.5 s.';
  expect(runs.map(([, run]) => failureOf(run))).toEqual([
    `navigation: ${never} ${why}`,
    `navigation: ${never} ${why}`,
    `navigation: The page of the new window ${why}`,
  ]);
  const pictures = runs.map(([, run]) => run.events.at(-1)?.evidence?.screenshot);
  expect(pictures).toEqual([
    expect.any(Uint8Array),
    expect.any(Uint8Array),
    expect.any(Uint8Array),
  ]);
});

test('fails quickly on a page that hangs, even if it is being left or arrived late', async () => {
  const runs = await runAll(
    {
      busy: [`<button onclick="setTimeout(() => ${BLOCK})">Go</button>`, [click(0), miss]],
      'about to go': [
        `<button onclick="setTimeout(() => { location = '/fast'; ${BLOCK}; })">Go</button>`,
        [click(0), miss],
      ],
      'came late': [link('/slow-hang'), [click(0), miss]],
    },
    {},
  );
  const failures = runs.map(([, run]) => failureOf(run));
  const hangs = /^page_unresponsive: .*one of its scripts keeps it busy/;
  for (const failure of failures) expect(failure).toMatch(hangs);
});

test('a page kept open by a beforeunload dialog is not navigating', async () => {
  const html = `${link('/never')}<h1>here</h1><script>onbeforeunload = (event) => event.preventDefault()</script>`;
  const run = await stage.run(html, [click(0), read], {
    dependencies: { limits: { navigationMs: 1500 } },
    onPage: (page) => void page.once('dialog', (dialog) => void dialog.dismiss()),
  });
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toMatchObject([{ json_data: { text: 'here' } }]);
});
