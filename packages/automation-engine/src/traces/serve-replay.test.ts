import { expect, test } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';
import { type ReplayArchive, readReplayArchive } from './replay-archive.ts';
import { openTraceFile } from './trace-file.ts';

const stage = useStage((request, response) => {
  void (async () => {
    const body = await text(request);
    if (request.url === '/log') response.statusCode = 204;
    if (request.url === '/slow-first' && body.includes('slow')) await delay(500);
    if (request.url === '/moved') response.writeHead(302, { location: '/popup' });
    const page = pages[request.url ?? ''];
    if (page !== undefined) response.setHeader('content-type', 'text/html');
    if (request.url === '/report.csv') response.setHeader('content-disposition', 'attachment');
    response.end(request.url === '/log' ? undefined : (page ?? body));
  })();
});

const pages: Readonly<Record<string, string>> = {
  '/frame': `<p></p><script>
    fetch('/of-frame', { method: 'POST', body: 'framed' }).then(async (response) => {
      document.querySelector('p').textContent = await response.text();
    });
  </script>`,
  '/framing': framing('append()'),
  '/framing-late': framing('setTimeout(append, 1500)'),
  '/popup': `<a target=_blank href="/report.csv">Report</a><p></p><script>
  fetch('/early', { method: 'POST', body: 'early' }).then(async (response) => {
    document.querySelector('p').textContent = await response.text();
  });
</script>`,
};
/** A page that adds a frame of another site. */
function framing(add: string): string {
  return `<body><script>
    const src = location.origin.replace('127.0.0.1', 'localhost') + '/frame';
    const append = () => document.body.append(Object.assign(document.createElement('iframe'), { src }));
    ${add};
  </script>`;
}
const html = `<p id=log></p><button onclick="load()">Load</button><script>
  const show = (text) => (log.textContent += ' ' + text);
  const post = (path, body) => fetch(path, { method: 'POST', body });
  async function ask(name) {
    const response = await post('/slow-first', JSON.stringify({ name, nonce: Math.random() }));
    show(name + '=' + (await response.json()).name);
  }
  async function send(name) {
    const form = new FormData();
    form.set('name', name);
    show((await (await post('/form', form)).text()).includes(name) ? name : 'not ' + name);
  }
  async function load() {
    post('/log', String(Math.random()));
    await Promise.all([ask('slow'), ask('fast')]);
    for (const name of names) await send(name);
    show('end');
  }
</script><script>names = ['first', 'second']</script>`;
const click = interact('click_element', { command: 'get_by_role("button", name="Load")' });
const ended = {
  misc_action: { wait_for: { command: 'get_by_text("end")', assertion: 'to_be_visible' } },
};
const nodes = [click, { type: 'action_node', end_sleep_time: 0, ...ended }];

/** Returns the start page of a run, and what it got. */
async function record(
  page = html,
  steps: readonly object[] = nodes,
): Promise<{ readonly url: string; readonly replay: ReplayArchive }> {
  const directory = await mkdtemp(join(tmpdir(), 'errand-replay-'));
  try {
    const trace = openTraceFile({ directory, title: 'test', keepsBodies: true });
    const run = await stage.run(page, steps, { dependencies: { trace } });
    return {
      url: run.page.url(),
      replay: await readReplayArchive(await readFile(await trace.pack())),
    };
  } finally {
    await rm(directory, { recursive: true });
  }
}

test('serves parallel requests in the order in which they began, and reports other bodies', async () => {
  const { url, replay } = await record();
  // The names of the form are in another order, so only the bodies distinguish its responses.
  const swapped = replay.map((response) =>
    response.url === url
      ? { ...response, body: Buffer.from(html.replace(`'first', 'second'`, `'second', 'first'`)) }
      : response,
  );
  await using opened = await stage.debug('', nodes, { automation: { url }, replay: swapped });
  const { failure, missedRequests } = await opened.session.runUntil({});
  expect(failure).toBeUndefined();
  expect(await opened.page.evaluate('log.textContent')).toMatch(
    /^ (slow=slow fast=fast|fast=fast slow=slow) second first end$/,
  );
  const { origin } = new URL(url);
  expect(missedRequests).toEqual([
    { method: 'POST', url: `${origin}/slow-first`, reason: 'body_differs' },
  ]);
});

test('serves a new window from its first request on, and reports a download that opened in one', async () => {
  const open = interact('click_element', { command: 'get_by_role("link", name="Open")' });
  const early = { command: 'get_by_text("early")', assertion: 'to_be_visible' };
  const steps = [
    { ...open, expect_new_tab: true },
    { type: 'action_node', end_sleep_time: 0, misc_action: { wait_for: early } },
    interact('click_element', { command: 'get_by_role("link")', expect_download: true }),
  ];
  const { url, replay } = await record('<a target=_blank href="/moved">Open</a>', steps);
  const responses = replay.map((one) => `${one.status} ${new URL(one.url).pathname}`);
  const ofPopup = ['302 /moved', '200 /popup', '200 /early', '200 /report.csv'];
  expect(responses.filter((one) => ofPopup.includes(one))).toEqual(ofPopup);

  await using opened = await stage.debug('', steps, { automation: { url }, replay });
  const start = performance.now();
  const { failure, missedRequests } = await opened.session.runUntil({});
  expect(failure?.class).toBe('download_missing');
  expect(missedRequests).toEqual([
    { method: 'GET', url: `${new URL(url).origin}/report.csv`, reason: 'download_not_kept' },
  ]);
  expect(performance.now() - start).toBeLessThan(20_000);
});

test.each(['/framing', '/framing-late'])(
  'keeps the responses of a frame of another site in a new window: %s',
  async (path) => {
    const open = interact('click_element', { command: 'get_by_role("link", name="Open")' });
    const framed = { command: 'frame_locator("iframe").get_by_text("framed")' };
    const steps = [
      { ...open, expect_new_tab: true },
      {
        type: 'action_node',
        end_sleep_time: 0,
        misc_action: { wait_for: { ...framed, assertion: 'to_be_visible' } },
      },
    ];
    const { replay } = await record(`<a target=_blank href="${path}">Open</a>`, steps);
    const bodies = replay
      .filter(({ url }) => url.endsWith('frame'))
      .map(({ body }) => Buffer.from(body ?? []).toString());
    expect(bodies).toEqual([pages['/frame'], 'framed']);
  },
);
