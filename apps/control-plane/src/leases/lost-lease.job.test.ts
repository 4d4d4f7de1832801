import { expect, test } from '@jest/globals';
import { createLogger } from '@errand/app-runtime';
import { pollUntil } from '@errand/test-kit';
import { readTraceContext } from '@errand/tracing';
import { settleAccounts } from '../login-queues/settle-accounts.ts';
import { claimNow, holderOf, openStores, orderOf, addAccount } from '../testing/open-stores.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { createAnswerableTime } from './answerable-time.ts';
import { startReaper } from './lost-lease.job.ts';

const silent = createLogger({ name: 'test', level: 'error' });
silent.silent = true;

test('takes back the task of a silent worker, even after a failed pass', async () => {
  await using stores = await openStores();
  const accountId = await addAccount(stores.database);
  const trace = readTraceContext({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann', { traceContext: trace }));
  const { logger, entries } = recordLogs();
  const lost = holderOf(await claimNow(stores.leases));
  await stores.database.pool.query(`UPDATE tasks SET lease_expires_at = now() - interval '1 s'`);

  let failures = 1;
  const abort = new AbortController();
  const reaper = startReaper({
    leases: {
      ...stores.leases,
      takeBackLost: async () => {
        if (failures-- > 0) throw new Error('the database is away');
        return stores.leases.takeBackLost();
      },
    },
    answerableTime: createAnswerableTime(),
    probe: () => stores.database.pool.query('SELECT 1'),
    sessions: stores.sessions,
    settleAccounts: () => settleAccounts(stores),
    endUnopenedSessions: async () => [],
    endExpiredPauses: async () => 0,
    leaseSeconds: 0.1,
    warmSessionIdleSeconds: 300,
    timeoutGraceSeconds: 30,
    logger,
    signal: abort.signal,
  });
  await pollUntil('the task is queued again', async () => {
    const { status } = await stores.tasks.get(accountId, taskId);
    return status === 'queued';
  });
  abort.abort();
  await reaper;
  expect(entries).toContainEqual(
    expect.objectContaining({ message: 'lease was lost', taskId, trace_id: trace?.traceId }),
  );
  expect(await stores.leases.renew('worker-1', [lost])).toMatchObject([{ state: 'lost' }]);
});

test('starts a task after the limit of its account is raised', async () => {
  await using stores = await openStores();
  const { prisma } = stores.database;
  const accountId = await addAccount(stores.database);
  await prisma.account.update({ where: { id: accountId }, data: { maxRunning: 1 } });
  for (const _ of [1, 2]) await stores.tasks.submit(accountId, orderOf());
  for (const _ of [1, 2]) await claimNow(stores.leases);
  await prisma.account.update({ where: { id: accountId }, data: { maxRunning: 2 } });
  expect(await claimNow(stores.leases)).toBeUndefined();

  const abort = new AbortController();
  const reaper = startReaper({
    leases: stores.leases,
    sessions: stores.sessions,
    settleAccounts: () => settleAccounts(stores),
    endUnopenedSessions: async () => [],
    endExpiredPauses: async () => 0,
    answerableTime: createAnswerableTime(),
    probe: () => stores.database.pool.query('SELECT 1'),
    leaseSeconds: 0.1,
    warmSessionIdleSeconds: 300,
    timeoutGraceSeconds: 30,
    logger: silent,
    signal: abort.signal,
  });
  await pollUntil('the second task starts', async () => {
    const lease = await claimNow(stores.leases);
    return lease !== undefined;
  });
  abort.abort();
  await reaper;
});

const fail = async (): Promise<never> => {
  throw new Error('an operator holds the row');
};

test('continues with its other parts, and still takes back lost leases, when one part fails', async () => {
  const { logger, entries } = recordLogs();
  const calls: string[] = [];
  let restarts = 0;
  const note =
    <Result>(what: string, result: Result) =>
    async (): Promise<Result> => {
      calls.push(what);
      return result;
    };
  const abort = new AbortController();
  const reaper = startReaper({
    leases: { takeBackLost: note('leases', []), endOverdue: fail },
    sessions: { dropLost: note('sessions', []), closeIdle: fail },
    endUnopenedSessions: async () => [],
    endExpiredPauses: fail,
    settleAccounts: note('accounts', 0),
    answerableTime: { ...createAnswerableTime(), restart: () => (restarts += 1) },
    probe: async () => undefined,
    leaseSeconds: 0.1,
    warmSessionIdleSeconds: 300,
    timeoutGraceSeconds: 30,
    logger,
    signal: abort.signal,
  });
  await pollUntil('two passes are over', () => calls.length >= 6);
  abort.abort();
  await reaper;
  expect(calls.slice(0, 4)).toEqual(['leases', 'sessions', 'accounts', 'leases']);
  expect(entries.slice(0, 3).map(({ what }) => what)).toEqual([
    'overdue attempts',
    'idle sessions',
    'pauses',
  ]);
  expect(restarts).toBe(0);
});

test('gives workers one lease time after a database outage of any length', async () => {
  const leaseSeconds = 1;
  const passes: number[] = [];
  /** The passes after which sessions were dropped. */
  const drops = new Set<number>();
  let backAt: number | undefined;
  const abort = new AbortController();
  const reaper = startReaper({
    leases: {
      takeBackLost: async () => {
        passes.push(performance.now());
        if (passes.length === 1) throw new Error('the database is away');
        return [];
      },
      endOverdue: async () => [],
    },
    sessions: {
      closeIdle: async () => 0,
      dropLost: async () => {
        drops.add(passes.length);
        return [];
      },
    },
    settleAccounts: async () => 0,
    endUnopenedSessions: async () => [],
    endExpiredPauses: async () => 0,
    warmSessionIdleSeconds: 300,
    timeoutGraceSeconds: 30,
    answerableTime: createAnswerableTime(),
    probe: async () => {
      const [failedAt] = passes;
      if (failedAt === undefined) return;
      if (performance.now() - failedAt < 2_500) throw new Error('it is still away');
      backAt ??= performance.now();
    },
    leaseSeconds,
    logger: silent,
    signal: abort.signal,
  });
  await pollUntil('it looks again', () => passes.length === 2);
  abort.abort();
  await reaper;
  expect((passes[1] ?? 0) - (backAt ?? Infinity)).toBeGreaterThan(leaseSeconds * 1_000 - 5);
  expect(drops).not.toContain(1);
});
