import { pollUntil } from '@errand/test-kit';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTaskStore } from '../tasks/task-store.ts';
import { begin } from '../testing/begin.ts';
import { assertWholeQueue } from '../testing/check-queue.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { createRandom } from '../testing/random.ts';
import { useStores } from '../testing/use-stores.ts';
import type { SubmittedTask } from './submitted-task.ts';

const stores = await useStores();
const { pool } = stores.database;
/** A second control plane. */
const elsewhere = createTaskStore({ ...stores, localLeaseSeconds: 600 });
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

afterEach(() => assertWholeQueue(stores.database));

const submitAll = (tasks: readonly SubmittedTask[], store = stores.tasks) =>
  Promise.allSettled(tasks.map((task) => store.submit(accountId, task)));
const loginsOf = (count: number) => Array.from({ length: count }, (_, n) => orderOf(`user ${n}`));

test('refuses only the faulty one of many concurrent submissions', async () => {
  const tasks = loginsOf(20);
  await pool.query(
    `ALTER TABLE tasks ADD CONSTRAINT broken CHECK (input_parameters #>> '{login,0}' <> 'user 7')`,
  );
  const settled = await submitAll(tasks);
  await pool.query('ALTER TABLE tasks DROP CONSTRAINT broken');
  const refused = settled.flatMap((each, n) =>
    each.status === 'rejected' ? [[n, each.reason.constraint]] : [],
  );
  expect(refused).toEqual([[7, 'broken']]);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS tasks, count(DISTINCT xmin::text)::int > 5 AS are_alone FROM tasks`,
  );
  expect(rows).toEqual([{ tasks: 19, are_alone: true }]);
});

test('refuses only the submissions of a recording that does not exist', async () => {
  const tasks = loginsOf(10).map((task, n) =>
    n % 2 === 0 ? task : { ...task, endpoint_name: 'none' },
  );
  const settled = await submitAll(tasks);
  expect(settled.map(({ status }) => status)).toEqual(
    tasks.map((_, n) => (n % 2 === 0 ? 'fulfilled' : 'rejected')),
  );
  // The first one was stored alone, the others in one transaction.
  const { rows } = await pool.query('SELECT count(DISTINCT xmin::text)::int AS count FROM tasks');
  expect(rows).toEqual([{ count: 2 }]);
});

test('stores one task for concurrent submissions with the same key', async () => {
  const tasks = ['a', 'b', 'b', 'a', 'c'].map((key) => ({
    ...orderOf('ann'),
    idempotency: { key, body: key },
  }));
  const settled = await submitAll(tasks);
  const stored = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const ids = stored.map(({ taskId }) => taskId);
  expect(ids).toEqual([ids[0], ids[1], ids[1], ids[0], ids[4]]);
  expect(new Set(ids).size).toBe(3);
  expect(stored.filter(({ isReplay }) => isReplay)).toHaveLength(2);
});

test('stores submissions of two accounts, each for its own', async () => {
  const accounts = [accountId, await addAccount(stores.database)];
  const sent = Array.from({ length: 40 }, (_, n) => ({
    owner: accounts[n % 2] ?? '',
    task: orderOf(n % 4 < 2 ? `user ${n % 8}` : undefined),
  }));
  const stored = await Promise.all(sent.map(({ owner, task }) => stores.tasks.submit(owner, task)));
  for (const [n, { taskId }] of stored.entries()) {
    expect(await stores.tasks.find(sent[n]?.owner ?? '', [taskId])).toHaveLength(1);
  }
  const { rows } = await pool.query(
    `SELECT count(*)::int AS events FROM account_events e JOIN tasks t ON t.id = (e.data ->> 'task_id')::uuid AND t.account_id = e.account_id`,
  );
  expect(rows).toEqual([{ events: 40 }]);
});

test('stores a group although one of its login queues stays locked', async () => {
  await submitAll(loginsOf(5));
  await using holder = await begin(stores);
  // Not the one of the first submission, which is stored alone.
  await holder.query(
    'SELECT FROM login_queues WHERE id = (SELECT max(id) FROM login_queues) FOR UPDATE',
  );
  let stored = 0;
  const sent = loginsOf(5).map(async (task) => {
    await stores.tasks.submit(accountId, task);
    stored += 1;
  });
  await pollUntil('all others are stored', () => stored === 4);
  await holder.query('commit');
  await Promise.all(sent);
  expect(await stores.database.prisma.task.count()).toBe(10);
});

test('gives every waiting submission the error of a connection that ended', async () => {
  await submitAll(loginsOf(5));
  await using holder = await begin(stores);
  await holder.query('SELECT FROM login_queues FOR UPDATE');
  let isSettled = false;
  const settled = submitAll(loginsOf(5)).finally(() => {
    isSettled = true;
  });
  await pollUntil('all connections that wait for the login queues are ended', async () => {
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE query LIKE '%submit_task%' AND wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return isSettled;
  });
  expect((await settled).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  await holder.query('commit');
  expect(await stores.database.prisma.task.count()).toBe(5);
});

test('does not deadlock with batches, claims and another control plane', async () => {
  const before = await countDeadlocks();
  const tasks = Array.from({ length: 120 }, (_, n) =>
    orderOf(n % 3 === 0 ? undefined : `user ${n % 7}`, {
      endpoint_name: n % 2 === 0 ? 'order' : 'invoice',
      per_login_parallelism: 1 + (n % 2),
    }),
  );
  const claims = async () => {
    for (let n = 0; n < 40; n += 1) await claimNow(stores.leases, `worker-${n}`);
  };
  const [here, there] = await Promise.all([
    submitAll(tasks),
    submitAll(tasks.toReversed(), elsewhere),
    stores.tasks.submitMany(accountId, tasks),
    elsewhere.submitMany(accountId, tasks.toReversed()),
    claims(),
  ]);
  expect([...here, ...there].filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await stores.database.prisma.task.count()).toBe(480);
  expect(await countDeadlocks()).toBe(before);
});

test.each([1, 2, 3, 4])(
  'stores tasks together as one after another, in the random state %i',
  async (seed) => {
    const random = createRandom(seed);
    const owners = [accountId, await addAccount(stores.database)] as const;
    const randomTasks = (count: number) =>
      Array.from({ length: count }, () =>
        orderOf(random() < 0.3 ? undefined : `user ${Math.floor(random() * 4)}`, {
          endpoint_name: random() < 0.5 ? 'order' : 'invoice',
          per_login_parallelism: 1 + Math.floor(random() * 3),
        }),
      );
    const earlier = randomTasks(12);
    for (const owner of owners) {
      for (const task of earlier) await stores.tasks.submit(owner, task);
    }
    const isEnded = (login: string) => login < `user ${seed}`;
    for (let lease = await claimNow(stores.leases); lease; lease = await claimNow(stores.leases)) {
      const { inputParameters } = await stores.database.prisma.task.findUniqueOrThrow({
        where: { id: lease.taskId },
      });
      const [login = ''] = (inputParameters as { login: string[] }).login;
      if (isEnded(login)) await stores.leases.complete(holderOf(lease), noResult);
    }
    const [one, other] = owners;
    const added = randomTasks(25);
    for (const task of added) await stores.tasks.submit(one, task);
    await stores.tasks.submitMany(other, added);
    expect(await readState(other)).toEqual(await readState(one));
  },
);

/** What submissions have stored for an account, without ids, times and tags. */
async function readState(owner: string) {
  const { rows } = await pool.query(
    `SELECT (SELECT jsonb_agg(to_jsonb(q) - '{id,account_id,portal_id}'::text[] || jsonb_build_object('origin', p.origin, 'jobs',
         (SELECT count(*) FROM pgboss.job j WHERE j.singleton_key = q.id::text), 'tasks',
         (SELECT jsonb_agg(to_jsonb(t) - '{id,account_id,portal_id,login_queue_id,recording_id,recording_version_id,sequence,created_at,tag,permit_job_id,allocated_at,started_at,completed_at,lease_expires_at,lease_secret,lease_secret_hash}'::text[]
            || jsonb_build_object('events', (SELECT jsonb_agg(e.data - '{task_id,recording_id}'::text[]) FROM account_events e WHERE e.data ->> 'task_id' = t.id::text)) ORDER BY t.sequence)
          FROM tasks t WHERE t.login_queue_id = q.id)) ORDER BY q.key)
       FROM login_queues q JOIN portals p ON p.id = q.portal_id WHERE q.account_id = $1) AS queues,
     (SELECT jsonb_agg(jsonb_build_object('inputs', t.input_parameters, 'endpoint', t.endpoint_name, 'is_sent', j.id IS NOT NULL, 'origin', p.origin,
         'has_tag', j.priority = -t.tag) ORDER BY t.sequence)
      FROM tasks t JOIN portals p ON p.id = t.portal_id LEFT JOIN pgboss.job j ON j.id = t.permit_job_id
      WHERE t.account_id = $1 AND t.login_queue_id IS NULL) AS own,
     (SELECT sum(bytes) FROM storage_uses WHERE account_id = $1) AS bytes`,
    [owner],
  );
  return rows;
}

async function countDeadlocks(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]?.count ?? NaN;
}
