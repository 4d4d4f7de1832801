import { expect, test } from '@jest/globals';
import { clickAndWait, readText, textOf } from '../../test/click-and-read.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const requested: string[] = [];
const stage = useStage(({ url = '' }, response) => {
  requested.push(url);
  if (url.startsWith('/hang') || url === '/beacon') return;
  const delayMs = Number(/after-(\d+)/.exec(url)?.[1] ?? 0);
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<title>${url}</title><i>${url}</i>`);
  }, delayMs);
});

/** A click whose waits end long before its `end_sleep_time`. */
const click = (node: object = {}) => clickAndWait({ end_sleep_time: 30, ...node });

/** Writes 1 to 20 into `#out`, 20 ms apart: the page is still once it shows 20. */
const countUp = `let count = 0;
  const timer = setInterval(() => {
    out.textContent = String(++count);
    if (count === 20) clearInterval(timer);
  }, 20);`;

test.each([
  [
    'the document',
    `<p id=out></p><script>const out = document.querySelector('#out')`,
    'locator("#out")',
  ],
  [
    'a shadow root',
    `<x-box></x-box><script>
      const out = document.createElement('p');
      out.id = 'out';
      document.querySelector('x-box').attachShadow({ mode: 'open' }).append(out)`,
    'locator("#out")',
  ],
  [
    'a shadow root that appears late',
    `<div id=host></div><script>
      const out = document.createElement('p');
      out.id = 'out';
      document.querySelector('#go').addEventListener('click', () => {
        const outer = document.createElement('div');
        outer.attachShadow({ mode: 'open' }).append(out);
        host.append(outer);
      })`,
    'locator("#out")',
  ],
  [
    'a frame',
    `<iframe srcdoc="<p id=out>"></iframe><script>
      let out;
      onload = () => { out = document.querySelector('iframe').contentDocument.querySelector('#out') }`,
    'frame_locator("iframe").locator("#out")',
  ],
])('waits until %s is still', async (_where, html, command) => {
  const run = await stage.run(
    `<button id=go>x</button>${html};
      document.querySelector('#go').onclick = () => { ${countUp} }</script>`,
    [click(), readText(command)],
  );
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('20');
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});

test('waits for the requests of a single-page application, one after the other', async () => {
  const run = await stage.run(
    `<button id=go>x</button><main></main><script>
      go.onclick = async () => {
        history.pushState({}, '', '/orders');
        await fetch('/after-150');
        await fetch('/after-151');
        document.querySelector('main').textContent = 'loaded';
      };
    </script>`,
    [click(), readText('locator("main")')],
  );
  expect(textOf(run)).toBe('loaded');
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});

test('waits for a response that is slower than the limit for held connections of a loading page', async () => {
  const run = await stage.run(
    `<button id=go>x</button><main>old</main><script>
      go.onclick = async () => {
        await fetch('/after-5400');
        document.querySelector('main').textContent = 'new';
      };
    </script>`,
    [click(), readText('locator("main")')],
  );
  expect(textOf(run)).toBe('new');
});

test.each([
  ['a WebSocket', 'new WebSocket(location.origin.replace("http", "ws") + "/hang")'],
  ['server-sent events', 'new EventSource("/hang")'],
  ['a beacon', 'navigator.sendBeacon("/beacon", "x")'],
])('does not wait for %s', async (_what, script) => {
  const run = await stage.run(`<button id=go onclick='${script}'>x</button>`, [click()]);
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.waitedFor).toBeUndefined();
  expect(run.events[0]?.durationMs).toBeLessThan(10_000);
});

test('waits for a long poll only once', async () => {
  const run = await stage.run(
    `<button id=go>x</button><script>
      const poll = () => fetch('/hang?' + Math.random(), { signal: AbortSignal.timeout(5300) }).catch(poll);
      poll()</script>`,
    [click(), click()],
  );
  expect(run.events[0]?.durationMs).toBeLessThan(15_000);
  // Waiting for a held connection takes 5 seconds.
  expect(run.events[1]?.durationMs).toBeLessThan(5000);
});

test.each([
  ['of its own site', (url: string) => url],
  ['of another site', (url: string) => url.replace('127.0.0.1', 'localhost')],
])('does not wait for a frame %s that never responds', async (_whose, siteOf) => {
  const frame = `<iframe src="${siteOf(stage.url)}/hang"></iframe>`;
  const startedAt = Date.now();
  const run = await stage.run(`<button id=go>x</button>${frame}`, [click(), click()]);
  expect(failureOf(run)).toBe('success');
  expect(Number(run.events[0]?.startedAt) - startedAt).toBeLessThan(5000);
  expect(run.events[0]?.durationMs).toBeLessThan(15_000);
  expect(run.events[1]?.durationMs).toBeLessThan(5000);
});

test('goes back to a page with a frame that never responds', async () => {
  const run = await stage.run(`<p>first</p><iframe src="/hang"></iframe>`, [
    interact('go_to_url', { url: `${stage.url}/next` }),
    interact('go_back', {}),
    readText('locator("p")'),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('first');
  expect(run.events[1]?.durationMs).toBeLessThan(15_000);
});

test('leaves a page whose beforeunload dialog asks to stay', async () => {
  const run = await stage.run(
    `<button id=go>x</button><script>onbeforeunload = (event) => event.preventDefault()</script>`,
    [
      click({ end_sleep_time: 0 }),
      interact('go_to_url', { url: `${stage.url}/next` }),
      readText('locator("i")'),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(textOf(run)).toBe('/next');
  expect(run.events[1]).toMatchObject({ dialogs: [{ type: 'beforeunload' }] });
});

test.each([
  ['refuses', 'http://127.0.0.1:9/', 'ERR_'],
  ['is not known', 'http://no-such-host.invalid/', 'ERR_NAME_NOT_RESOLVED'],
  ['speaks no TLS', 'https://HOST/', 'ERR_SSL_PROTOCOL_ERROR'],
])('fails with the reason when a click leads to a host that %s', async (_what, address, reason) => {
  const url = address.replace('HOST', new URL(stage.url).host);
  const run = await stage.run(`<a id=go href="${url}">x</a>`, [click()]);
  expect(failureOf(run)).toMatch(`navigation: ${url} could not be loaded: net::${reason}`);
});

test('fails at the end when the last click leads nowhere', async () => {
  const run = await stage.run('<a id=go href="http://127.0.0.1:9/">x</a>', [
    click({ end_sleep_time: 0 }),
  ]);
  expect(failureOf(run)).toMatch(/^navigation: /);
});

test('the thousandth step costs no more than the hundredth', async () => {
  const sleep = { sleep_action: { sleep_time: 0 }, end_sleep_time: 0 };
  const cpuMsOf = async (length: number) => {
    const before = process.cpuUsage();
    const nodes = Array.from({ length }, () => sleep);
    const run = await stage.run('x', nodes);
    const { user, system } = process.cpuUsage(before);
    expect(failureOf(run)).toBe('success');
    expect(run.events.map(({ sequence }) => sequence)).toEqual([...Array(length).keys()]);
    return (user + system) / 1000;
  };
  await cpuMsOf(100);
  const hundredMs = await cpuMsOf(100);
  expect(await cpuMsOf(1000)).toBeLessThan(3 * 10 * hundredMs);
});

test('the icon of a page does not delay a run', async () => {
  const plainMs = await measureReading('');
  // A request for something in the document would be waited for during its first 5 s.
  expect(await measureReading('<link rel=icon href=/hanging-icon>')).toBeLessThan(plainMs + 3000);
  expect(requested).toContain('/hanging-icon');
});

test('waits for a shape that cuts off a part of an element', async () => {
  const run = await stage.run(
    `<button id=go onclick="style.clipPath = 'url(/after-700#shape)'">x</button>`,
    [click()],
  );
  expect(requested).toContain('/after-700');
  expect(run.events[0]?.durationMs).toBeGreaterThan(700);
});

async function measureReading(icon: string): Promise<number> {
  const startedAt = performance.now();
  const read = readText('locator("#out")', { before_sleep_time: 20 });
  const run = await stage.run(`${icon}<p id=out>shown</p>`, [read]);
  expect(textOf(run)).toBe('shown');
  expect(run.events.map(({ waitedFor }) => waitedFor)).toEqual([undefined]);
  return performance.now() - startedAt;
}
