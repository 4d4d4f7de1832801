import { createAccountLimitStore } from '../accounts/account-limits.ts';
import { labelAccount } from '../accounts/label-account.ts';
import type { Lease } from '../leases/lease.ts';
import { settleAccounts } from '../login-queues/settle-accounts.ts';
import { createPauseStore } from '../pauses/pause-store.ts';
import type { PauseTarget } from '../pauses/pause.ts';
import { changeLimit } from './change-limit.ts';
import { addAccount, holderOf, noResult, orderOf, type TestStores } from './open-stores.ts';
import { createRandom } from './random.ts';

/** Workers and their labels. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  'worker-1': [],
  'worker-2': ['default', 'acme'],
  'worker-3': ['acme'],
};
const WORKERS = Object.keys(LABELS);

interface HeldLease {
  readonly lease: Lease;
  readonly workerId: string;
}

/** A random run of the queue, and what it has done so far. */
export interface Run {
  readonly stores: TestStores;
  readonly accounts: readonly string[];
  readonly random: () => number;
  readonly submitted: { readonly accountId: string; readonly taskId: string }[];
  readonly held: HeldLease[];
  /** Tasks that a worker held when they were cancelled. */
  readonly cancelledWhileHeld: Set<string>;
}

/** Begins a run on empty stores, with two accounts and three workers. */
export async function startRun(stores: TestStores, seed: number): Promise<Run> {
  for (const [workerId, labels] of Object.entries(LABELS)) {
    await stores.database.pool.query('INSERT INTO workers (id, labels) VALUES ($1, $2)', [
      workerId,
      labels,
    ]);
  }
  const retries = { maxAutomationRetries: 1 };
  return {
    stores,
    accounts: [
      await addAccount(stores.database, retries),
      await addAccount(stores.database, retries),
    ],
    random: createRandom(seed),
    submitted: [],
    held: [],
    cancelledWhileHeld: new Set(),
  };
}

/** Performs a random operation: a submission, a claim, an end, a cancellation, a changed limit. */
export async function step(run: Run): Promise<void> {
  const { stores, random, submitted, held } = run;
  const dice = random();
  if (dice < 0.35) {
    await submit(run);
  } else if (dice < 0.57) {
    const workerId = pick(run, WORKERS) ?? '';
    const lease = await claimAs(stores, workerId);
    if (lease) held.push({ lease, workerId });
  } else if (dice < 0.66) {
    const task = pick(run, submitted);
    if (task) await cancel(run, task);
  } else if (dice < 0.69) {
    const taskId = pick(run, held)?.lease.taskId;
    const task = submitted.find((one) => one.taskId === taskId);
    if (task) await cancel(run, task);
  } else if (dice < 0.71) {
    await limitAccount(run);
  } else if (dice < 0.73) {
    await changeLimit(stores, pick(run, [1, 2, 3, 4, 5, 6]) ?? 1, pick(run, [1, 2, 3]) ?? 1);
  } else if (dice < 0.75) {
    await pauseOrResume(run);
  } else if (dice < 0.78) {
    await stores.database.pool.query(
      `UPDATE tasks SET lease_expires_at = now() - interval '1 s'
       WHERE id = (SELECT id FROM tasks WHERE status = 'allocated' LIMIT 1) AND status = 'allocated'`,
    );
    await stores.leases.takeBackLost();
  } else if (dice < 0.79) {
    await labelAccount(stores, pick(run, run.accounts) ?? '', pick(run, [null, 'acme']) ?? null);
  } else if (dice < 0.83) {
    await loseOrEndSessions(run, random());
  } else {
    const [one] = held.splice(Math.floor(random() * held.length), 1);
    if (one)
      await endSomehow(
        run,
        one,
        pick(run, ['complete', 'never', 'infrastructure', 'automation', 'release']),
      );
  }
}

/** Pauses or resumes an account, a portal or a login queue. */
async function pauseOrResume({ stores, accounts, random }: Run): Promise<void> {
  const pauses = createPauseStore(stores);
  const { rows } = await stores.database.pool.query<PauseTarget>(
    `SELECT account_id "accountId", portal, "loginQueue" FROM (
       SELECT id account_id, NULL portal, NULL "loginQueue" FROM accounts
       UNION ALL SELECT account_id, origin, NULL FROM portals
       UNION ALL SELECT account_id, NULL, key FROM login_queues) t WHERE account_id = ANY($1)
     ORDER BY account_id, portal, "loginQueue"`,
    [accounts],
  );
  const named = rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as PauseTarget,
  );
  const target = named[Math.floor(random() * named.length)];
  if (!target) return;
  if (random() < 0.5) await pauses.pause(target, { by: 'a', reason: 'b', expires_at: null });
  else await pauses.resume(target);
}

/** Resumes everything, as when all pauses expire. */
async function resumeAll({ stores }: Run): Promise<void> {
  for (const table of ['accounts', 'portals', 'login_queues']) {
    await stores.database.pool.query(
      `UPDATE ${table} SET pause = pause || '{"expires_at": "2020-01-01T00:00:00.000Z"}' WHERE pause IS NOT NULL`,
    );
  }
  await createPauseStore(stores).endExpired();
}

async function limitAccount(run: Run): Promise<void> {
  const limits = createAccountLimitStore(run.stores.database);
  const maxRunning = pick(run, [null, 1, 2, 4]) ?? null;
  await limits.set(pick(run, run.accounts) ?? '', { maxRunning });
  await settleAccounts(run.stores);
}

export function pick<Value>({ random }: Run, values: readonly Value[]): Value | undefined {
  return values[Math.floor(random() * values.length)];
}

/** Claims a task. Ends the sessions that the lease lists, as workers do before the task starts. */
async function claimAs(
  { leases, sessions }: TestStores,
  workerId: string,
): Promise<Lease | undefined> {
  const { signal } = new AbortController();
  const labels = LABELS[workerId] ?? [];
  const lease = await leases.claim({ workerId, labels, waitSeconds: 0, signal });
  for (const id of lease?.closeSessions ?? []) await sessions.end(workerId, id);
  return lease;
}

async function submit(run: Run): Promise<void> {
  const { stores, random, submitted } = run;
  const accountId = pick(run, run.accounts) ?? '';
  const login = random() < 0.2 ? undefined : `login-${Math.floor(random() * 6)}`;
  const order = orderOf(login, {
    endpoint_name: pick(run, ['order', 'invoice']) ?? '',
    per_login_parallelism: pick(run, [1, 1, 1, 2, 3]),
    max_parallelism: pick(run, [undefined, undefined, undefined, 1, 2, 4]),
    priority: pick(run, [null, null, 1, 2]),
    is_dedicated: random() < 0.4,
  });
  submitted.push({ accountId, ...(await stores.tasks.submit(accountId, order)) });
}

async function cancel(
  { stores, cancelledWhileHeld }: Run,
  { accountId, taskId }: Run['submitted'][number],
): Promise<void> {
  const { status } = await stores.tasks.cancel(accountId, taskId);
  if (status === 'allocated' || status === 'running') cancelledWhileHeld.add(taskId);
}

async function loseOrEndSessions({ stores }: Run, dice: number): Promise<void> {
  const { database, sessions } = stores;
  if (dice < 0.3) {
    await database.pool.query(`UPDATE warm_sessions SET expires_at = now() - interval '1 s'
      WHERE id = (SELECT id FROM warm_sessions WHERE state <> 'busy' LIMIT 1) AND state <> 'busy'`);
    await sessions.dropLost();
  } else if (dice < 0.5) {
    await sessions.closeIdle(0);
  } else {
    await endSessions(stores, dice < 0.8 ? ['closing'] : ['closing', 'idle']);
  }
}

/** Ends sessions as workers do: closing ones when asked, idle ones at any time. */
async function endSessions(
  { database, sessions }: TestStores,
  states: ('idle' | 'closing')[],
): Promise<void> {
  const found = await database.prisma.warmSession.findMany({ where: { state: { in: states } } });
  for (const { id, workerId } of found) await sessions.end(workerId, id);
}

/** Ends the attempt. If the lease was lost before, the report is correctly refused. */
async function endSomehow(
  { stores: { leases }, random }: Run,
  { lease, workerId }: HeldLease,
  how: 'complete' | 'never' | 'infrastructure' | 'automation' | 'release' = 'complete',
): Promise<void> {
  const holder = holderOf(lease, workerId);
  const result = { ...noResult, session: random() < 0.7 ? 'kept' : 'closed' } as const;
  const failure = { ...result, errorClass: 'timeout', message: 'Too slow.' };
  const report =
    how === 'complete'
      ? leases.complete(holder, result)
      : how === 'release'
        ? leases.release(holder)
        : leases.fail(holder, { ...failure, retry: how });
  await report.catch((error: { code?: string }) => {
    if (error.code !== 'lease-lost') throw error;
  });
}

/**
 * Acts as workers do: ends all held tasks, ends closing sessions, and runs every task that can
 * start.
 */
export async function finishAll(run: Run): Promise<void> {
  const { stores, held } = run;
  await resumeAll(run);
  for (;;) {
    for (const one of held.splice(0)) await endSomehow(run, one, 'complete');
    await endSessions(stores, ['closing']);
    const unparked = await settleAccounts(stores);
    for (const workerId of WORKERS) {
      const lease = await claimAs(stores, workerId);
      if (lease) held.push({ lease, workerId });
    }
    // A claim may have set a session to closing for a task that waits for its end.
    const closing = await stores.database.prisma.warmSession.count({ where: { state: 'closing' } });
    if (held.length + closing + unparked === 0) return;
  }
}
