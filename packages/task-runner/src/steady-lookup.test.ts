import { expect, test } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { createServer, get, Agent } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createSteadyLookup } from './steady-lookup.ts';

const HOME: LookupAddress = { address: '127.0.0.1', family: 4 };

/** Opens a resolver whose responses the test controls. */
function openResolver(now?: () => number) {
  const queries: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
  const lookup = createSteadyLookup(() => {
    const query = Promise.withResolvers<readonly LookupAddress[]>();
    queries.push(query);
    return query.promise;
  }, now);
  const ask = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lookup('plane', { all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses),
      );
    });
  return { queries, lookup, ask };
}

test('returns the last known addresses while the resolver is silent, with one open query', async () => {
  const { queries, ask } = openResolver();
  const first = ask();
  queries[0]?.resolve([HOME]);
  expect(await first).toEqual([HOME]);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([[HOME], [HOME], [HOME]]);
  expect(queries).toHaveLength(2);

  const moved = { address: '127.0.0.2', family: 4 };
  queries[1]?.resolve([moved]);
  const next = ask();
  queries[2]?.resolve([moved]);
  expect(await next).toEqual([moved]);
});

test('returns the last known addresses when the resolver fails, and fails without any', async () => {
  const { queries, ask } = openResolver();
  const failing = ask();
  queries[0]?.reject(new Error('no such name'));
  await expect(failing).rejects.toThrow('no such name');
  const answered = ask();
  queries[1]?.resolve([HOME]);
  await answered;
  const again = ask();
  queries[2]?.reject(new Error('no such name'));
  expect(await again).toEqual([HOME]);
});

test('returns addresses of any age for a minute of silence, then waits for the resolver', async () => {
  let now = 0;
  const { queries, ask } = openResolver(() => now);
  const answered = ask();
  queries[0]?.resolve([HOME]);
  await answered;
  now = 3_600_000;
  expect(await ask()).toEqual([HOME]);
  now += 60_001;
  const waiting = ask();
  const moved = { address: '127.0.0.2', family: 4 };
  queries[1]?.resolve([moved]);
  expect(await waiting).toEqual([moved]);
});

test('lets a request reach its server while the resolver is silent', async () => {
  const { queries, lookup, ask } = openResolver();
  const server = createServer((_request, response) => response.end('here')).listen(0, HOME.address);
  await once(server, 'listening');
  const known = ask();
  // The first address belongs to a machine that is gone: nothing listens there.
  queries[0]?.resolve([{ address: '127.0.0.9', family: 4 }, HOME]);
  await known;
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ lookup });
  const request = get({ host: 'plane', port, agent });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  server.close();
});
