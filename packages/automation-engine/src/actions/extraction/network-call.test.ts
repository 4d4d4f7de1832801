import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { createEgressGuard } from '@errand/egress-guard';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

/** Cookies and bodies that `/api/echo` received. */
const echoed: string[] = [];
const origins: (string | undefined)[] = [];
/** A page of another origin. */
let foreignFrame = '';
const stage = useStage((request, response) => {
  const url = request.url ?? '';
  if (url.startsWith('/api/slow')) return void setTimeout(() => response.end('{"slow":1}'), 400);
  if (url.startsWith('/api/never')) return undefined;
  if (url.startsWith('/api/late')) return void setTimeout(() => response.end('{"late":1}'), 15_000);
  if (url.startsWith('/api/moved')) {
    return response.writeHead(302, { location: '/api/orders' }).end();
  }
  if (url === '/early') return response.writeHead(302, { location: '/early-page' }).end();
  if (url === '/early-page') {
    response.writeHead(200, { 'content-type': 'text/html', 'X-Kind': 'page' });
    return response.end("<script>fetch('/api/orders?early')</script>");
  }
  if (url === '/foreign') {
    return response.writeHead(200, { 'content-type': 'text/html' }).end(foreignFrame);
  }
  if (url === '/window') {
    const script = "onload = () => setTimeout(() => fetch('/api/orders?in=popup'), 100)";
    const otherSite = request.headers.host?.replace('127.0.0.1', 'localhost');
    const frame = `<iframe src="http://${otherSite}/api/orders?in=frame"></iframe>`;
    response.setHeader('content-type', 'text/html');
    return response.end(`${frame}<script>${script}</script>`);
  }
  if (url.startsWith('/api/text')) return response.end('plain text');
  if (url.startsWith('/api/binary')) {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="../raw.bin"' });
    return response.end(Buffer.from([0xff, 0x00, 0xfe]));
  }
  if (url.startsWith('/api/huge')) {
    response.writeHead(200, { 'content-length': '99000000' }).write('x');
    return void setTimeout(() => response.destroy(), 50);
  }
  if (url.startsWith('/api/echo')) {
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (url.endsWith('?allowed'))
      for (const rule of Object.entries(allowed)) response.setHeader(...rule);
    if (request.method === 'OPTIONS')
      return response.writeHead(url.endsWith('?allowed') ? 200 : 403).end();
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      echoed.push(
        `${request.method} ${request.headers.cookie} ${String(request.headers['x-a'])} ${body}`,
      );
      origins.push(request.headers.origin);
      response.writeHead(200, { 'content-type': 'application/json' }).end(`[${echoed.length}]`);
    });
    return undefined;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'x-kind': 'orders' });
  return response.end(JSON.stringify({ path: url, total: 2 }));
});

const extract = (call: object, group: object = {}) => ({
  extraction_action: { network_call: call, ...group },
  before_sleep_time: 0,
});
const click = (id: string) => interact('click_element', { command: `locator("#${id}")` });
const clickAndExtract = (group: object) => [click('a'), extract({ url_pattern: '/api/' }, group)];
const button = (id: string, script: string) => `<button id=${id} onclick="${script}">x</button>`;

test('extracts the body of each response since the last interaction, in order', async () => {
  const run = await stage.run(
    `<script>fetch('/api/orders?page=0')</script>
     ${button('a', "fetch('/api/orders?page=1').then(() => fetch('/api/text/orders'))")}`,
    [click('a'), extract({ url_pattern: '{part[0]}' }, { unique_identifier: 'call' })],
    { inputs: { part: ['orders'] } },
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([
    {
      unique_identifier: 'call',
      json_data: { body: { path: '/api/orders?page=1', total: 2 } },
    },
    { unique_identifier: 'call', json_data: { body: 'plain text' } },
  ]);
});

// proves field: extraction_action.network_call.url_pattern
test('keeps calls across non-interaction steps and navigations', async () => {
  const run = await stage.run(
    button(
      'a',
      "fetch('/api/orders').then((r) => r.text()).then(() => { location = '/api/text' })",
    ),
    [
      interact('click_element', { command: 'locator("#a")' }, { node: { end_sleep_time: 2 } }),
      { sleep_action: { sleep_time: 0.1 } },
      extract({ url_pattern: '/api/orders' }),
    ],
  );
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([
    { json_data: { body: { path: '/api/orders', total: 2 } } },
  ]);
});

test('fails instead of leaving out the calls that were not kept', async () => {
  const script = "for (let page = 1; page <= 3; page += 1) fetch('/api/orders?page=' + page)";
  const readPage = (page: number) =>
    stage.run(
      button('a', script),
      [click('a'), extract({ url_pattern: `/api/{part[0]}${page}` })],
      {
        inputs: { part: ['orders?page='] },
        dependencies: { limits: { maxRecordedCalls: 2 } },
      },
    );
  expect((await readPage(3)).result.outputData).toHaveLength(1);
  const run = await readPage(1);
  expect(failureOf(run)).toBe(
    'limit_exceeded: The limit maxRecordedCalls is exceeded: more than 2 network calls have begun since the last interaction, and the earliest are lost. Make url_pattern more specific, or look for the calls earlier.',
  );
  expect(run.result.outputData).toEqual([]);
});

test('waits for a call that has not started or not finished yet', async () => {
  const run = await stage.run(button('a', "setTimeout(() => fetch('/api/slow'), 300)"), [
    click('a'),
    extract({ url_pattern: '/api/slow' }),
  ]);
  expect(run.result.outputData).toEqual([{ json_data: { body: { slow: 1 } } }]);
});

test('waits for every call that has started, and reports one that does not finish', async () => {
  const calls = "for (const path of ['never', 'orders', 'late']) fetch('/api/' + path)";
  const run = await stage.run(button('a', calls), [
    click('a'),
    extract({ url_pattern: '/api/', download_filename: 'call.json' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.downloads).toHaveLength(2);
  expect(run.events.at(-1)?.log).toContainEqual(
    expect.stringMatching(/^A file is missing: .*never was not complete within 30 s/),
  );
  expect(run.result.outputData).toEqual([
    { json_data: { body: null, note: 'The response was not complete within 30 s.' } },
    { json_data: { body: { path: '/api/orders', total: 2 } } },
    { json_data: { body: { late: 1 } } },
  ]);
});

test('finds the calls of a popup window and of a frame that it loads immediately', async () => {
  const names = ['frame', 'popup'];
  const extractions = names.map((name) => extract({ url_pattern: `in=${name}` }));
  const run = await stage.run(button('a', "window.open('/window')"), [click('a'), ...extractions]);
  const paths = names.map((name) => `/api/orders?in=${name}`);
  const expected = paths.map((path) => ({ json_data: { body: { path, total: 2 } } }));
  expect(run.result.outputData).toEqual(expected);
});

test("finds a popup's redirected first document and its immediate requests", async () => {
  const run = await stage.run(button('a', "window.open('/early')"), [
    click('a'),
    extract({ url_pattern: 'early' }),
    {
      assertion_action: {
        network_call: { url_pattern: '/early-page', header_filter: { 'x-kind': 'page' } },
      },
    },
  ]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([
    { json_data: { body: expect.stringContaining("fetch('/api/orders?early')") } },
    { json_data: { body: { path: '/api/orders?early', total: 2 } } },
  ]);
});

// proves field: extraction_action.network_call.extract_from
test('extracts request bodies as sent', async () => {
  const run = await stage.run(
    button('a', "fetch('/api/orders', { method: 'POST', body: JSON.stringify({ id: 7 }) })"),
    [click('a'), extract({ url_pattern: '/api/orders', extract_from: 'request' })],
  );
  expect(run.result.outputData).toEqual([{ json_data: { body: '{"id":7}' } }]);
});

test('follows a redirect to its final body', async () => {
  const run = await stage.run(button('a', "fetch('/api/moved')"), [
    click('a'),
    extract({ url_pattern: '/api/' }),
  ]);
  expect(run.result.outputData).toEqual([
    { json_data: { body: { path: '/api/orders', total: 2 } } },
  ]);
  // Waiting for an open call would take up to 30 seconds.
  expect(run.events[1]?.durationMs).toBeLessThan(15_000);
});

test.each([
  ["fetch('/api/binary')", 'The body is not text: use download_from.'],
  [
    "fetch('/api/huge').catch(() => 0)",
    'The body has 99000000 bytes, but at most 10485760 are kept.',
  ],
])('explains why the body of %s cannot be extracted', async (script, note) => {
  const refused = await stage.run(button('a', script), clickAndExtract({}));
  const allowed = await stage.run(button('a', script), clickAndExtract({ allow_none: true }));
  expect(failureOf(refused)).toMatch(note);
  expect(failureOf(refused)).toMatch(/^extraction_empty: Every network call .* Set allow_none/);
  expect(allowed.result.outputData).toEqual([{ json_data: { body: null, note } }]);
});

// proves field: extraction_action.allow_none
test('fails without a call since the last interaction, unless allow_none is true', async () => {
  const html = `${button('a', "fetch('/api/orders')")}${button('b', '')}`;
  const nodes = [
    interact('click_element', { command: 'locator("#a")' }, { node: { end_sleep_time: 2 } }),
    click('b'),
  ];
  const [refused, allowed] = await Promise.all([
    stage.run(html, [...nodes, extract({ url_pattern: '/api/orders' })]),
    stage.run(html, [...nodes, extract({ url_pattern: '/api/orders' }, { allow_none: true })]),
  ]);
  expect(failureOf(refused)).toBe(
    'extraction_empty: No network call to an address with "/api/orders" was made since the last interaction. Set allow_none to accept that.',
  );
  expect([failureOf(allowed), allowed.result.outputData]).toEqual(['success', []]);
});

// proves field: extraction_action.network_call.download_filename
test('saves response bodies under safe, unique names', async () => {
  const run = await stage.run(
    button('a', "fetch('/api/binary').then(() => fetch('/api/orders/list'))"),
    [
      click('a'),
      extract({ url_pattern: '/api/', extract_from: null, download_filename: '../{name[0]}' }),
      extract({ url_pattern: '/api/binary', extract_from: null, download_filename: ' raw' }),
    ],
    { inputs: { name: ['call'] } },
  );
  expect(failureOf(run)).toBe('success');
  const { downloads } = run.result;
  expect(downloads.map(({ filename }) => filename)).toEqual(['_call.bin', '_call.json', 'raw.bin']);
  expect([...(await readFile(downloads[0]?.path ?? ''))]).toEqual([0xff, 0x00, 0xfe]);
  expect(JSON.parse(await readFile(downloads[1]?.path ?? '', 'utf8'))).toMatchObject({ total: 2 });
});

const replay = {
  url_pattern: '/api/echo',
  extract_from: null,
  download_from: 'request',
  download_filename: 'echo.json',
};
const echoPage = `<script>document.cookie = 'session=1; path=/'</script>
  ${button('a', "fetch('/api/echo', { method: 'POST', headers: { 'x-a': 'b' }, body: 'hi' })")}`;

// proves field: extraction_action.network_call.download_from
test("replays a request with its headers, its body and the page's cookies", async () => {
  echoed.length = 0;
  const egress = createEgressGuard({ allowPrivateAddresses: true });
  const run = await stage.run(echoPage, [click('a'), extract(replay)], {
    dependencies: { egress },
  });
  expect(failureOf(run)).toBe('success');
  expect(echoed).toEqual(['POST session=1 b hi', 'POST session=1 b hi']);
  expect(origins.slice(-2)).toEqual([new URL(stage.url).origin, new URL(stage.url).origin]);
  expect(await readFile(run.result.downloads[0]?.path ?? '', 'utf8')).toBe('[2]');
});

test('does not mistake a CORS preflight for a call', async () => {
  echoed.length = 0;
  const address = stage.url.replace('127.0.0.1', 'localhost');
  const script = `fetch('${address}/api/echo?allowed', { headers: { 'x-a': 'b' } })`;
  const group = { url_pattern: '/api/echo', download_filename: 'echo.json' };
  const run = await stage.run(button('a', script), [click('a'), extract(group)]);
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData.map(({ json_data: data }) => data)).toEqual([{ body: [1] }]);
  expect(run.result.downloads).toHaveLength(1);
});

test('does not replay a request that a frame of another site has started', async () => {
  echoed.length = 0;
  const target = `${stage.url}/api/echo`;
  // Two preflights fail; the third request is sent without cookies and its response stays hidden.
  const frame = `onload = () => Promise.allSettled([
    fetch('${target}?put', { method: 'PUT', body: 'evil' }),
    fetch('${target}?json', { method: 'POST', headers: { 'x-a': 'evil' }, body: 'evil' }),
    fetch('${target}?plain', { method: 'POST', mode: 'no-cors', body: 'plain' }),
  ]).then(() => parent.postMessage('done', '*'))`;
  foreignFrame = `<script>${frame}</script>`;
  const address = stage.url.replace('127.0.0.1', 'localhost');
  const page = `<script>document.cookie = 'session=1; path=/; samesite=strict';
    onmessage = () => fetch('/api/echo', { method: 'POST', body: 'own' });
    const embed = () => document.body.append(
      Object.assign(document.createElement('iframe'), { src: '${address}/foreign' }))</script>
    ${button('a', 'embed()')}`;
  const egress = createEgressGuard({ allowPrivateAddresses: true });
  const nodes = [
    interact('click_element', { command: 'locator("#a")' }, { node: { end_sleep_time: 2 } }),
    extract(replay),
  ];
  const run = await stage.run(page, nodes, { dependencies: { egress } });
  expect(failureOf(run)).toBe('success');
  expect(echoed).toEqual([
    'POST undefined undefined plain',
    'POST session=1 undefined own',
    'POST session=1 undefined own',
  ]);
  expect(run.result.downloads).toHaveLength(1);
  expect(run.events.at(-1)?.log).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^A file is missing: .*echo\?put got no response in the browser\.$/),
      expect.stringMatching(
        /^A file is missing: .*echo\?plain was made by a frame of another site\.$/,
      ),
    ]),
  );
});

test('does not replay a request to a private address unless the operator allows it', async () => {
  echoed.length = 0;
  const run = await stage.run(echoPage, [click('a'), extract(replay)]);
  expect(failureOf(run)).toMatch(/^egress_blocked: The request was refused by the egress rule/);
  expect(echoed).toHaveLength(1);
});
