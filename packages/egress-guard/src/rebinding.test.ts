import { Agent, globalAgent, get } from 'node:http';
import type { LookupFunction } from 'node:net';
import { expect, test } from '@jest/globals';
import { createEgressGuard } from './create-egress-guard.ts';
import { redirectCases, redirectTo, tryRedirect } from './testing/redirect-cases.ts';
import { startListener } from './testing/start-listener.ts';

/** Starts two hosts on one port: an allowed one and a forbidden one. */
async function startTwoHosts(answer = 'allowed') {
  const forbidden = await startListener((_request, response) => response.end('forbidden'));
  const { port } = forbidden;
  const allowed = await startListener((_request, response) => response.end(answer), {
    host: '127.0.0.2',
    port,
  });
  return {
    port,
    forbidden,
    allowed,
    async [Symbol.asyncDispose]() {
      await Promise.all([forbidden[Symbol.asyncDispose](), allowed[Symbol.asyncDispose]()]);
    },
  };
}

/** Returns one address after another, then keeps returning the last. */
function resolveInTurn(...addresses: readonly string[]) {
  const left = [...addresses];
  const calls: string[] = [];
  return {
    calls,
    resolve: (hostname: string) => {
      calls.push(hostname);
      const address = (left.length > 1 ? left.shift() : left[0]) ?? '';
      return Promise.resolve([{ address, family: 4 }]);
    },
  };
}

const allowedHosts = ['127.0.0.2'];

test('connects to the checked address, whatever the name resolves to next', async () => {
  await using hosts = await startTwoHosts();
  const { calls, resolve } = resolveInTurn('127.0.0.2', '127.0.0.1');
  const guard = createEgressGuard({ allowPrivateAddresses: false, allowedHosts, resolve });
  const { body } = await guard.request(`http://rebind.test:${hosts.port}/`);
  expect(Buffer.from(body).toString()).toBe('allowed');
  expect(calls).toEqual(['rebind.test']);
  await expect(guard.request(`http://rebind.test:${hosts.port}/`)).rejects.toMatchObject({
    rule: 'address',
  });
  expect(hosts.forbidden.connectionCount()).toBe(0);
});

test('connects only to allowed addresses of the name', async () => {
  await using hosts = await startTwoHosts();
  const guard = createEgressGuard({
    allowPrivateAddresses: false,
    allowedHosts,
    resolve: () =>
      Promise.resolve([
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
        { address: '127.0.0.2', family: 4 },
      ]),
  });
  const { body } = await guard.request(`http://mixed.test:${hosts.port}/`);
  expect(Buffer.from(body).toString()).toBe('allowed');
  expect(hosts.forbidden.connectionCount()).toBe(0);
});

test('resolves a redirect to the same name again, and refuses its new address', async () => {
  await using forbidden = await startListener((_request, response) => response.end());
  await using origin = await redirectTo('/next');
  const { calls, resolve } = resolveInTurn('127.0.0.2', '127.0.0.1');
  const guard = createEgressGuard({ allowPrivateAddresses: false, allowedHosts, resolve });
  const request = guard.request(`http://rebind.test:${origin.port}/`, { maxRedirects: 5 });
  await expect(request).rejects.toMatchObject({ rule: 'address' });
  expect(calls).toHaveLength(2);
  expect(origin.requests).toEqual(['GET /']);
  expect(forbidden.connectionCount()).toBe(0);
});

test.each(redirectCases)('refuses a redirect to %s under the rule %s', async (location, rule) => {
  await using forbidden = await startListener((_request, response) => response.end(), {
    host: '::',
  });
  expect(await tryRedirect(location, forbidden)).toEqual({ rule, connections: 0 });
});

test('does not reuse connections opened by others', async () => {
  await using server = await startListener((_request, response) => response.end());
  const agent = new Agent({ keepAlive: true });
  const url = `http://rebind.test:${server.port}/`;
  const openedBy = (used: Agent) =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent: used, lookup: lookUpLoopback }, (response) => {
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  await openedBy(globalAgent);
  await openedBy(agent);
  const { resolve } = resolveInTurn('127.0.0.1');
  const guard = createEgressGuard({ allowPrivateAddresses: false, resolve });
  await expect(guard.request(url)).rejects.toMatchObject({ rule: 'address' });
  expect(server.requests).toHaveLength(2);
  globalAgent.destroy();
  agent.destroy();
});

const lookUpLoopback: LookupFunction = (_name, _options, done) => {
  done(null, [{ address: '127.0.0.1', family: 4 }]);
};
