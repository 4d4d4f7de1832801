import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEgressGuard } from './create-egress-guard.ts';
import { bypassCases, tryBypass } from './testing/bypass-cases.ts';
import { startListener, type TestListener } from './testing/start-listener.ts';

/** Accepts connections on every address of this machine, both families, and must receive none. */
let listener: TestListener;
beforeAll(async () => {
  listener = await startListener((_request, response) => response.end('reached'), { host: '::' });
});
afterAll(async () => listener[Symbol.asyncDispose]());

test('the listener receives requests that are not refused', async () => {
  const guard = createEgressGuard({ allowPrivateAddresses: true });
  expect(await guard.request(`http://127.0.0.1:${listener.port}/`)).toMatchObject({ status: 200 });
  expect(await guard.request(`http://[::1]:${listener.port}/`)).toMatchObject({ status: 200 });
  const reached = { group: '', url: 'http://127.0.0.1:PORT/', rule: 'none', isLocal: true };
  expect(await tryBypass(reached, listener)).toEqual({ rule: 'none', connections: 1 });
});

test.each(bypassCases.map((bypass) => ({ ...bypass, said: JSON.stringify(bypass.url), bypass })))(
  '$group: refuses $said by the rule $rule',
  async ({ bypass, rule }) => {
    expect(await tryBypass(bypass, listener)).toEqual({ rule, connections: 0 });
  },
);

test('tries many cases, each once', () => {
  const keys = bypassCases.map((bypass) => JSON.stringify(bypass));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(120);
});

test('reports the rule, but not what a name resolves to', async () => {
  const guard = createEgressGuard({ allowPrivateAddresses: false, resolve: resolveToIntranet });
  const request = guard.request('http://intranet.test/');
  await expect(request).rejects.toThrow(/^The request was refused by the egress rule "address": /);
  await expect(request).rejects.toThrow(/^[^\d]*$/);
});

function resolveToIntranet() {
  return Promise.resolve([{ address: '10.0.0.8', family: 4 }]);
}
