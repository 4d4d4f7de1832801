import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { createEgressGuard } from './create-egress-guard.ts';
import { startListener } from './testing/start-listener.ts';

const guard = createEgressGuard({ allowPrivateAddresses: true });
const textOf = ({ body }: { readonly body: Uint8Array }) => Buffer.from(body).toString();

test('sends method, headers and body, and returns status, headers and body', async () => {
  await using server = await startListener((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(418, {
        'x-echo': request.headers['x-mine'],
        'set-cookie': ['a=1', 'b=2'],
      });
      response.end(Buffer.concat(chunks));
    });
  });
  const url = `http://127.0.0.1:${server.port}/a?b=c`;
  const answer = await guard.request(url, {
    method: 'PATCH',
    headers: { 'X-Mine': 'yes' },
    body: '{"ü":1}',
  });
  expect(answer).toMatchObject({ status: 418, url, isCut: false });
  expect(answer.headers).toMatchObject({ 'x-echo': 'yes', 'set-cookie': 'a=1, b=2' });
  expect(textOf(answer)).toBe('{"ü":1}');
  expect(server.requests).toEqual(['PATCH /a?b=c']);
});

test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  'sends %s without a body',
  async (method) => {
    await using server = await startListener((_request, response) => response.end());
    const url = `http://127.0.0.1:${server.port}/`;
    expect(await guard.request(url, { method })).toMatchObject({ status: 200 });
    expect(server.requests).toEqual([`${method} /`]);
  },
);

test('sends a GET with a body', async () => {
  await using server = await startListener((request, response) => request.pipe(response));
  const url = `http://127.0.0.1:${server.port}/`;
  expect(textOf(await guard.request(url, { body: 'q' }))).toBe('q');
});

test('returns a redirect unchanged unless redirects are enabled', async () => {
  await using server = await startListener((_request, response) =>
    response.writeHead(302, { location: '/elsewhere' }).end('moved'),
  );
  const answer = await guard.request(`http://127.0.0.1:${server.port}/`);
  expect(answer).toMatchObject({ status: 302, headers: { location: '/elsewhere' } });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['POST', 301, 'GET'],
  ['POST', 302, 'GET'],
  ['PUT', 302, 'PUT'],
  ['PUT', 303, 'GET'],
  ['POST', 307, 'POST'],
  ['DELETE', 308, 'DELETE'],
] as const)('follows %s %i with %s, and with the body unless that is GET', async (...row) => {
  const [method, status, next] = row;
  await using server = await startListener((request, response) => {
    if (request.url === '/') response.writeHead(status, { location: '/next' }).end();
    else request.pipe(response);
  });
  const url = `http://127.0.0.1:${server.port}`;
  const answer = await guard.request(url, { method, body: 'x', maxRedirects: 1 });
  expect(answer.url).toBe(`${url}/next`);
  expect(textOf(answer)).toBe(next === 'GET' ? '' : 'x');
  expect(server.requests).toEqual([`${method} /`, `${next} /next`]);
});

test('does not send keys and cookies to another origin', async () => {
  await using other = await startListener((request, response) =>
    response.end(JSON.stringify(request.headers)),
  );
  await using server = await startListener((_request, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${other.port}/` }).end(),
  );
  const headers = { Authorization: 'Bearer k', cookie: 'a=1', 'x-api-key': 'k', accept: 'a/b' };
  const answer = await guard.request(`http://127.0.0.1:${server.port}/`, {
    headers,
    maxRedirects: 1,
  });
  const seen = JSON.parse(textOf(answer));
  expect(seen).toMatchObject({ accept: 'a/b' });
  expect(Object.keys(seen)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/authorization|cookie|x-api-key/)]),
  );
});

test('gives up on a redirect loop', async () => {
  await using server = await startListener((_request, response) =>
    response.writeHead(302, { location: '/' }).end(),
  );
  const request = guard.request(`http://127.0.0.1:${server.port}/`, { maxRedirects: 3 });
  await expect(request).rejects.toMatchObject({
    code: 'egress_failed',
    message: expect.stringMatching('more than 3 times'),
  });
  expect(server.requests).toHaveLength(4);
});

test('stops reading when a response is too large, whether compressed or not', async () => {
  let written = 0;
  await using endless = await startListener((_request, response) => {
    const chunk = Buffer.alloc(65_536, 'x');
    const write = () => {
      do written += chunk.length;
      while (response.write(chunk));
    };
    response.on('drain', write);
    write();
  });
  await using bomb = await startListener((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(30_000_000)));
  });
  for (const { port } of [endless, bomb]) {
    const url = `http://127.0.0.1:${port}/`;
    await expect(guard.request(url, { maxBytes: 1000 })).rejects.toMatchObject({
      code: 'egress_too_large',
    });
    const { body, isCut } = await guard.request(url, { maxBytes: 1000, overflow: 'cut' });
    expect([body.length, isCut]).toEqual([1000, true]);
  }
  expect(written).toBeLessThan(20_000_000);
});

test('does not wait for the body when the caller wants none of it', async () => {
  await using server = await startListener((_request, response) => {
    response.writeHead(202);
    response.flushHeaders();
  });
  const url = `http://127.0.0.1:${server.port}/`;
  const answer = await guard.request(url, { maxBytes: 0, overflow: 'cut' });
  expect(answer).toMatchObject({ status: 202, isCut: false });
});

test.each<[string, RequestListener]>([
  ['trickles', (_request, response) => void response.writeHead(202).write('begun')],
  [
    'breaks off',
    (_request, response) => {
      response.writeHead(202, { 'content-length': '100' });
      response.write('begun', () => response.destroy());
    },
  ],
])('waits for a body that %s only for the configured time', async (_what, answer) => {
  await using server = await startListener(answer);
  const url = `http://127.0.0.1:${server.port}/`;
  const { status, body, isCut } = await guard.request(url, { bodyPatienceMs: 150 });
  expect([status, Buffer.from(body).toString(), isCut]).toEqual([202, 'begun', true]);
});

test.each<[string, RequestListener]>([
  ['never responds', () => undefined],
  [
    'trickles forever',
    (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('gives up at the deadline when the host %s', async (_what, answer) => {
  await using server = await startListener(answer);
  const request = guard.request(`http://127.0.0.1:${server.port}/`, { timeoutMs: 150 });
  await expect(request).rejects.toMatchObject({
    code: 'egress_timeout',
    message: 'There was no complete response within 0.15 s.',
  });
});

test('does not wait for a name server past the deadline', async () => {
  const slow = createEgressGuard({ allowPrivateAddresses: false, resolve: resolveNever });
  await expect(slow.request('http://slow.test/', { timeoutMs: 50 })).rejects.toMatchObject({
    code: 'egress_timeout',
  });
});

test('ends with the reason of the signal', async () => {
  await using server = await startListener(() => undefined);
  const stop = new AbortController();
  const request = guard.request(`http://127.0.0.1:${server.port}/`, { signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await expect(request).rejects.toThrow('cancelled');
});

test('reports why there is no response, without the address', async () => {
  const server = await startListener(() => undefined);
  await server[Symbol.asyncDispose]();
  const request = guard.request(`http://127.0.0.1:${server.port}/`);
  await expect(request).rejects.toThrow('The request got no response: ECONNREFUSED.');
  const lost = createEgressGuard({ allowPrivateAddresses: true, resolve: resolveToNothing });
  await expect(lost.request('http://nowhere.test/')).rejects.toThrow(
    'The request got no response: its host name is unknown.',
  );
});

test('allows what the operator allows by name, address or range, and nothing else', async () => {
  await using server = await startListener((_request, response) => response.end());
  const { port } = server;
  const resolve = resolveToLoopback;
  const open = async (allowedHosts: string[], host: string) => {
    const opened = createEgressGuard({ allowPrivateAddresses: false, allowedHosts, resolve });
    const request = opened.request(`http://${host}:${port}/`);
    return request.then(
      ({ status }) => status,
      ({ code }) => code,
    );
  };
  expect(await open(['Mail.Intern'], 'mail.intern')).toBe(200);
  expect(await open(['mail.intern'], 'x.mail.intern')).toBe('egress_blocked');
  expect(await open(['mail.intern'], '127.0.0.1')).toBe('egress_blocked');
  expect(await open(['127.0.0.1'], 'any.test')).toBe(200);
  expect(await open(['127.0.0.0/31'], '127.0.0.1')).toBe(200);
  expect(await open(['127.0.0.2/31', '::/0'], '127.0.0.1')).toBe('egress_blocked');
});

test.each(['', '10.0.0.0/33', '10.1', '*.intern', 'http://intern', 'a b'])(
  'rejects %j as an allowed host',
  (entry) => {
    const create = () => createEgressGuard({ allowPrivateAddresses: false, allowedHosts: [entry] });
    expect(create).toThrow(/is not a host name, IP address or range/);
  },
);

test('allows only the allowed hosts when public addresses are blocked', async () => {
  const addresses: Readonly<Record<string, string>> = {
    'desk.intern': '10.0.0.7',
    'elsewhere.test': '8.8.8.8',
  };
  const strict = createEgressGuard({
    allowPrivateAddresses: false,
    allowPublicAddresses: false,
    allowedHosts: ['desk.intern', '10.1.0.0/16'],
    resolve: async (name) => [{ address: addresses[name] ?? '', family: 4 }],
  });
  expect(await strict.resolve('desk.intern')).toEqual([{ address: '10.0.0.7', family: 4 }]);
  expect(await strict.resolve('10.1.2.3')).toEqual([{ address: '10.1.2.3', family: 4 }]);
  for (const host of ['elsewhere.test', '10.0.0.7', '8.8.8.8']) {
    await expect(strict.resolve(host)).rejects.toMatchObject({ rule: 'address' });
  }
});

function resolveNever(): Promise<never> {
  return new Promise(() => {});
}

function resolveToNothing(): Promise<never> {
  return Promise.reject(new Error('getaddrinfo ENOTFOUND 10.0.0.1'));
}

function resolveToLoopback() {
  return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
}
