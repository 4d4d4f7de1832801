import { pickEnvironment } from '@errand/app-runtime';
import { createTestDatabase } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { addAccount, claimNow, openStores, orderOf } from '../testing/open-stores.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function run(url: string, ...args: string[]): Promise<Ended> {
  const env = { ...pickEnvironment(process.env), DATABASE_URL: url };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (failure, out, error) => {
      resolve({ code: Number(failure?.code ?? 0), out, error });
    });
  });
}

test('reports deviations, repairs them on request, and exits with a matching code', async () => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  await stores.tasks.submit(accountId, orderOf('ann'));
  await stores.tasks.submit(accountId, orderOf('ann'));
  await claimNow(stores.leases);
  const consistent = { code: 0, out: 'The queue is consistent.\n', error: '' };
  expect(await run(stores.url)).toEqual(consistent);

  await stores.database.pool.query('UPDATE login_queues SET waiting = 9');
  const told = await run(stores.url);
  expect(told.code).toBe(1);
  expect(told.out).toMatch(
    /^fault login_queue_counters \{"login_queue_id":\d+\}: expected .*"waiting":1.*, found .*"waiting":9/,
  );
  expect(told.out).toMatch(/\n {2}repair: Recounts [^]*The queue has faults: 1\.\n$/);
  const json = await run(stores.url, '--json');
  expect({ code: json.code, ...JSON.parse(json.out) }).toMatchObject({
    code: 1,
    fault_count: 1,
    counts: { login_queue_counters: 1, orphan_permit: 0 },
    deviations: [{ kind: 'login_queue_counters', expected: { waiting: 1 }, found: { waiting: 9 } }],
  });

  const repaired = await run(stores.url, '--repair', '--json');
  expect({ code: repaired.code, ...JSON.parse(repaired.out) }).toMatchObject({
    code: 0,
    fault_count: 0,
    repaired: [{ kind: 'login_queue_counters', changed: { waiting: 1, running: 1, issued: 0 } }],
  });
  expect(await run(stores.url)).toEqual(consistent);
});

test('reports wrong usage and an unreachable database', async () => {
  await using database = await createTestDatabase();
  const wrong = await run(database.url, '--fix');
  expect(wrong).toMatchObject({ code: 2, error: expect.stringContaining("'--fix'") });
  expect(await run('postgresql://postgres@127.0.0.1:1/none')).toMatchObject({
    code: 3,
    error: expect.stringContaining('ECONNREFUSED'),
  });
});
