import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from '@jest/globals';
import { createEgressGuard } from '@errand/egress-guard';
import { failureOf, type RunOptions } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

let calls = 0;
/** Requests that `/api/echo` received. */
let seen: { method: unknown; url: unknown; headers: IncomingMessage['headers']; body: string }[];
const stage = useStage((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '', headers } = request;
  if (url.startsWith('/api/never')) return;
  // The browser also requests an icon, and a page takes seconds to settle if that request gets no
  // response.
  if (!url.startsWith('/api/')) {
    response.writeHead(404).end();
    return;
  }
  calls += 1;
  seen.push({ method, url, headers, body: await text(request) });
  if (url.startsWith('/api/moved')) response.writeHead(302, { location: '/api/echo' });
  if (url.startsWith('/api/broken')) response.writeHead(500);
  if (url.startsWith('/api/text')) response.end('plain');
  else if (url.startsWith('/api/bytes')) sendBytes(url, response);
  else if (url.startsWith('/api/big')) response.end('x'.repeat(3_000_000));
  else response.end(JSON.stringify({ id: 7, status: calls < 3 ? 'pending' : 'done' }));
}

/** Responds with the content type and the bytes (in hexadecimal) given in the query. */
function sendBytes(url: string, response: ServerResponse): void {
  const query = new URLSearchParams(url.split('?')[1]);
  response.setHeader('content-type', query.get('type') ?? '');
  response.end(Buffer.from(query.get('bytes') ?? '', 'hex'));
}

beforeEach(() => {
  calls = 0;
  seen = [];
});

const local = { dependencies: { egress: createEgressGuard({ allowPrivateAddresses: true }) } };
const apiCall = (params: object, group: object = {}) => ({
  extraction_action: { api_call: params, ...group },
  before_sleep_time: 0,
});
const run = (params: object, options: RunOptions = {}) =>
  stage.run('', [apiCall(params, { unique_identifier: 'call' })], { ...local, ...options });

// proves field: extraction_action.api_call.url; extraction_action.api_call.method
// proves field: extraction_action.api_call.headers; extraction_action.api_call.query_params
// proves field: extraction_action.api_call.body
test('binds placeholders in every field and returns status, headers and body', async () => {
  const options = { inputs: { base: [stage.url], name: ['a "b"'], token: ['t k'], n: [5] } };
  const { result } = await run(
    {
      url: '{base[0]}/api/echo?x={n[0]}#part',
      method: 'POST',
      headers: { Authorization: 'Bearer {token[0]}' },
      query_params: { q: '{name[0]}&x', r: '1' },
      body: { name: '{name[0]}', list: [{ deep: 'n={n[0]}' }], '{n[0]}': 1, flag: true },
    },
    options,
  );
  expect(result.outputData).toEqual([
    {
      unique_identifier: 'call',
      json_data: {
        status_code: 200,
        headers: expect.objectContaining({ 'content-length': '27' }),
        body: { id: 7, status: 'pending' },
      },
    },
  ]);
  const [call] = seen;
  expect(call).toMatchObject({ method: 'POST', url: '/api/echo?x=5&q=a+%22b%22%26x&r=1' });
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer t k',
    'content-type': 'application/json',
  });
  expect(JSON.parse(call?.body ?? '')).toEqual({
    name: 'a "b"',
    list: [{ deep: 'n=5' }],
    '{n[0]}': 1,
    flag: true,
  });
});

test('binds a value only once, as text that cannot change the host', async () => {
  const inputs = { evil: ['{secret[0]}'], secret: ['no'], path: ['a#@evil.test/'] };
  await run({ url: `${stage.url}/api/{path[0]}`, method: 'PUT', body: '{evil[0]}' }, { inputs });
  expect(seen[0]).toMatchObject({ url: '/api/a', body: '{secret[0]}' });
});

test('stores the result under dotted paths for later steps', async () => {
  const url = `${stage.url}/api/echo`;
  await stage.run(
    '',
    [
      apiCall({ url, output_variable_names: ['created'] }),
      apiCall({ url: `${url}/{created.body.id}/{created.status_code}` }),
      apiCall({ url: `${url}/{api_result.body.status}` }),
    ],
    local,
  );
  expect(seen.map((call) => call.url)).toEqual([
    '/api/echo',
    '/api/echo/7/200',
    '/api/echo/pending',
  ]);
});

test.each(['GET', 'DELETE', 'PATCH'])('sends %s', async (method) => {
  const { result } = await run({ url: `${stage.url}/api/text`, method });
  expect(seen.map((call) => call.method)).toEqual([method]);
  expect(result.outputData).toMatchObject([{ json_data: { body: 'plain' } }]);
});

test('follows redirects and returns HTTP errors as results', async () => {
  const moved = await run({ url: `${stage.url}/api/moved` });
  expect(moved.result.outputData).toMatchObject([{ json_data: { status_code: 200 } }]);
  const broken = await run({ url: `${stage.url}/api/broken` });
  expect(failureOf(broken)).toBe('success');
  expect(broken.result.outputData).toMatchObject([{ json_data: { status_code: 500 } }]);
});

// proves field: extraction_action.api_call.timeout
test.each([
  [
    '/api/never',
    { timeout: 0.2, error: 'timeout' },
    'There was no complete response within 0.2 s.',
  ],
  ['/api/big', { timeout: 30, error: 'http_error' }, /more than 2097152 bytes/],
])('returns an error result for %s', async (path, { timeout, error }, message) => {
  const polled = { poll_condition: 'status_code == 200', poll_interval: 0 };
  const ended = await run({ url: `${stage.url}${path}`, timeout, ...polled });
  expect(failureOf(ended)).toBe('success');
  expect(ended.result.outputData).toEqual([
    {
      unique_identifier: 'call',
      json_data: {
        error,
        message: expect.stringMatching(message),
        status_code: null,
        body: null,
        headers: {},
      },
    },
  ]);
  expect(calls).toBeLessThan(2);
});

const hex = (from: string, encoding: BufferEncoding) => Buffer.from(from, encoding).toString('hex');

test.each([
  ['application/json; charset=ISO-8859-1', hex('{"a":"Müller"}', 'latin1'), { a: 'Müller' }],
  ['application/json; charset=ISO-8859-1', hex('{"a":"Müller"}', 'utf8'), { a: 'Müller' }],
  ['application/json; charset=utf-16le', hex('{"a":"Müller"}', 'utf16le'), { a: 'Müller' }],
  ['application/json', hex('{"a":"Müller"}', 'latin1'), { a: 'Müller' }],
  ['text/plain; charset="utf-16le"', hex('Müller', 'utf16le'), 'Müller'],
  ['text/plain; charset=unknown', hex('Müller', 'utf8'), 'Müller'],
  ['text/csv; charset=utf-8', hex('Müller', 'latin1'), 'Müller'],
])('decodes a body of %s', async (type, bytes, body) => {
  const query = new URLSearchParams({ type, bytes }).toString();
  const { result } = await run({ url: `${stage.url}/api/bytes?${query}` });
  expect(result.outputData).toMatchObject([{ json_data: { status_code: 200, body } }]);
});

test.each(['image/png', 'application/pdf; charset=ISO-8859-1'])(
  'reports a body of %s',
  async (type) => {
    const query = new URLSearchParams({ type, bytes: '89ff00fe' }).toString();
    const { result } = await run({ url: `${stage.url}/api/bytes?${query}` });
    const json = { status_code: 200, body: null, message: 'The body is not text.' };
    expect(result.outputData).toMatchObject([{ json_data: json }]);
  },
);

test('keeps an integer that is too large for a number as text', async () => {
  const json =
    '{"id":1234567890123456789,"list":[-9007199254740993,9007199254740991,1e30],"text":"1234567890123456789"}';
  const { result } = await run({ url: `${stage.url}/api/bytes?bytes=${hex(json, 'utf8')}` });
  const body = {
    id: '1234567890123456789',
    list: ['-9007199254740993', 9_007_199_254_740_991, 1e30],
    text: '1234567890123456789',
  };
  expect(result.outputData).toMatchObject([{ json_data: { body } }]);
});

// proves field: extraction_action.api_call.poll_condition
test('repeats the call until the condition holds', async () => {
  const { result } = await run(
    {
      url: `${stage.url}/api/echo`,
      poll_condition: "status_code == 200 and body.status == '{wanted[0]}'",
      poll_interval: 0.01,
    },
    { inputs: { wanted: ['done'] } },
  );
  expect(calls).toBe(3);
  expect(result.outputData).toMatchObject([{ json_data: { body: { status: 'done' } } }]);
});

// proves field: extraction_action.api_call.max_poll_attempts
test.each([
  ["body.status == 'never'", 'it is false'],
  ['int(body.status) > 1', expect.stringMatching(/int/)],
])('keeps the last result and warns when %s never holds', async (condition, problem) => {
  const warnings: unknown[] = [];
  const logger = { warn: (message: string, fields?: object) => warnings.push([message, fields]) };
  const ended = await run(
    {
      url: `${stage.url}/api/echo`,
      poll_condition: condition,
      poll_interval: 0,
      max_poll_attempts: 2,
    },
    { dependencies: { ...local.dependencies, logger } },
  );
  expect(failureOf(ended)).toBe('success');
  expect(ended.result.outputData).toMatchObject([{ json_data: { body: { status: 'pending' } } }]);
  expect(calls).toBe(2);
  expect(warnings).toEqual([['poll condition not met', { attempts: 2, problem }]]);
});

// proves field: extraction_action.api_call.poll_interval
test('waits between calls', async () => {
  const polled = { poll_condition: 'False', poll_interval: 0.4, max_poll_attempts: 3 };
  const ended = await run({ url: `${stage.url}/api/echo`, ...polled });
  expect(calls).toBe(3);
  expect(ended.events[0]?.durationMs).toBeGreaterThanOrEqual(800);
  expect(ended.events[0]?.durationMs).toBeLessThan(5000);
});

test('stops polling when the run is cancelled', async () => {
  const stop = new AbortController();
  const polling = run(
    { url: `${stage.url}/api/echo`, poll_condition: 'False', poll_interval: 60 },
    { dependencies: { ...local.dependencies, signal: stop.signal }, onPage: () => undefined },
  );
  const timer = setInterval(() => calls > 0 && stop.abort(new Error('cancelled')), 20);
  const { result } = await polling;
  clearInterval(timer);
  expect(result.status).toBe('aborted');
});

test.each(['http://2130706433/', 'http://169.254.169.254/latest/', 'file:///etc/passwd'])(
  'fails when the egress rules forbid %s, even in a local installation',
  async (url) => {
    const ended = await run({ url });
    expect(ended.result).toMatchObject({ error: { class: 'egress_blocked', retry: 'never' } });
  },
);

test('reaches no local address unless the operator allows it', async () => {
  const ended = await stage.run('', [apiCall({ url: `${stage.url}/api/echo` })]);
  expect(failureOf(ended)).toMatch(/^egress_blocked: .* "address": .*ALLOW_PRIVATE_ADDRESSES/);
  expect(calls).toBe(0);
});
