import { createLeaseStore } from './lease-store.ts';
import { beforeEach, expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

test('returns what the task was submitted with', async () => {
  const secureParameters = { password: [{ totp: { totp_secret: 'JBSWY3DP' } }] };
  const rdpParameter = { host: 'desk.example', username: 'ann', password: 'secret' };
  const order = orderOf('ann', {
    secure_parameters: secureParameters,
    rdp_parameter: rdpParameter,
    max_timeout_in_minutes: 3,
  });
  const { taskId } = await stores.tasks.submit(accountId, order);

  expect(await claimNow(stores.leases)).toMatchObject({
    taskId,
    leaseEpoch: 1,
    leaseSeconds: 9,
    task: {
      endpoint_name: 'order',
      automation: { url: 'https://portal.example/' },
      input_parameters: { login: ['ann'] },
      secure_parameters: { password: 1 },
      rdp_parameter: rdpParameter,
      unique_parameter_names: ['login'],
      max_timeout_in_minutes: 3,
      retry_count: 0,
      attempt: 1,
    },
  });
  expect(await stores.tasks.get(accountId, taskId)).toMatchObject({ status: 'allocated' });
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('returns sealed values of several megabytes', async () => {
  const password = 'x'.repeat(5 * 1024 ** 2);
  const rdpParameter = { host: 'desk.example', username: 'ann', password };
  await stores.tasks.submit(accountId, orderOf('ann', { rdp_parameter: rdpParameter }));

  const { rdp_parameter: received } = (await claimNow(stores.leases))?.task ?? {};
  // A comparison by toEqual would print both if it failed.
  expect(JSON.stringify(received) === JSON.stringify(rdpParameter)).toBe(true);
});

test('keeps secrets sealed in the database', async () => {
  const secureParameters = { password: [{ totp: { totp_secret: 'JBSWY3DP' } }] };
  await stores.tasks.submit(accountId, orderOf('ann', { secure_parameters: secureParameters }));
  const { rows } = await stores.database.pool.query('SELECT tasks::text AS row FROM tasks');
  expect(rows[0].row).not.toContain('JBSWY3DP');
});

test('fails a task whose secrets cannot be unsealed and claims the next', async () => {
  const secureParameters = { password: [{ totp: { totp_secret: 'JBSWY3DP' } }] };
  const damaged = await stores.tasks.submit(
    accountId,
    orderOf('ann', { secure_parameters: secureParameters }),
  );
  const next = await stores.tasks.submit(accountId, orderOf('ann'));
  await stores.database.pool.query(
    "UPDATE tasks SET secure_parameters = secure_parameters || 'x' WHERE id = $1",
    [damaged.taskId],
  );
  expect(await claimNow(stores.leases)).toMatchObject({ taskId: next.taskId });
  expect(await stores.tasks.get(accountId, damaged.taskId)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(
      /The encrypted values of the task cannot be decrypted: .*secure_parameters" .*Submit the task again/,
    ),
  });
  const { rows } = await stores.database.pool.query(
    'SELECT error_class, infrastructure_retries FROM tasks WHERE id = $1',
    [damaged.taskId],
  );
  expect(rows).toEqual([{ error_class: 'secret_unavailable', infrastructure_retries: 0 }]);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('claims smaller priorities first, null last, ties by arrival', async () => {
  for (const [login, priority] of Object.entries({ a: null, b: 5, c: -1, d: 5, e: 0 })) {
    const inputParameters = { login: ['ann'], name: [login] };
    await stores.tasks.submit(
      accountId,
      orderOf('ann', { priority, input_parameters: inputParameters }),
    );
  }
  const order: unknown[] = [];
  for (let lease = await claimNow(stores.leases); lease; lease = await claimNow(stores.leases)) {
    order.push(lease.task.input_parameters['name']?.[0]);
    await stores.leases.complete(holderOf(lease), noResult);
  }
  expect(order).toEqual(['c', 'e', 'b', 'd', 'a']);
});

test('gives another account the second turn while the first has 10,000 tasks waiting', async () => {
  const other = await addAccount(stores.database);
  await stores.tasks.submit(accountId, orderOf());
  // Uses batches: repeated updates of the account's row make a transaction slow.
  for (let part = 0; part < 40; part += 1) await submitCopies(250);
  await stores.tasks.submit(other, orderOf());
  expect(await stores.database.prisma.task.count()).toBe(10_002);
  const owners = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const lease = await claimNow(stores.leases);
    const { taskId } = holderOf(lease);
    owners.push((await stores.tasks.find(other, [taskId])).length === 1 ? 'other' : 'first');
  }
  expect(owners).toEqual(['first', 'other', 'first']);
});

test('never lets 16 claimers exceed the limit of a login queue or claim a task twice', async () => {
  for (let index = 0; index < 60; index += 1) {
    const login = `login-${index % 3}`;
    await stores.tasks.submit(accountId, orderOf(login, { per_login_parallelism: 2 }));
  }
  const running = new Map<string, number>();
  const claimed: string[] = [];
  let most = 0;
  const claimer = async (): Promise<void> => {
    for (;;) {
      const lease = await claimNow(stores.leases);
      if (!lease && claimed.length === 60) return;
      if (!lease) continue;
      const login = String(lease.task.input_parameters['login']?.[0]);
      claimed.push(lease.taskId);
      running.set(login, (running.get(login) ?? 0) + 1);
      most = Math.max(most, ...running.values());
      await stores.leases.start(holderOf(lease));
      running.set(login, (running.get(login) ?? 0) - 1);
      await stores.leases.complete(holderOf(lease), noResult);
    }
  };
  await Promise.all(Array.from({ length: 16 }, claimer));
  expect(most).toBe(2);
  expect(new Set(claimed).size).toBe(60);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('wakes a waiting claim as soon as a task is submitted', async () => {
  const signal = new AbortController().signal;
  const waiting = stores.leases.claim({ workerId: 'worker-1', waitSeconds: 20, signal });
  await stores.tasks.submit(accountId, orderOf('ann'));
  const submitted = performance.now();
  expect(await waiting).toMatchObject({ leaseEpoch: 1 });
  expect(performance.now() - submitted).toBeLessThan(1_800);
});

test('wakes a waiting claim for each of several concurrent submissions', async () => {
  const signal = new AbortController().signal;
  const claims = [1, 2, 3].map((n) =>
    stores.leases.claim({ workerId: `worker-${n}`, waitSeconds: 20, signal }),
  );
  const submitted = performance.now();
  await inParallel(3, () => stores.tasks.submit(accountId, orderOf()));
  const leases = await Promise.all(claims);
  expect(new Set(leases.map((lease) => lease?.taskId)).size).toBe(3);
  expect(performance.now() - submitted).toBeLessThan(1_800);
});

test('releases a task immediately when its claimer is gone', async () => {
  const gone = new AbortController();
  const leases = createLeaseStore({
    ...stores,
    leaseSeconds: 9,
    localLeaseSeconds: 600,
    queue: {
      ...stores.queue,
      async take(...asked) {
        const job = await stores.queue.take(...asked);
        gone.abort();
        return job;
      },
    },
  });
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  const claim = leases.claim({ workerId: 'worker-1', waitSeconds: 5, signal: gone.signal });
  expect(await claim).toBeUndefined();
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
    status: 'queued',
    retry_count: 0,
  });
  expect(await claimNow(stores.leases)).toMatchObject({ taskId, leaseEpoch: 2 });
});

test('does not take a task for a claimer that is already gone', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
  const claim = { workerId: 'worker-1', waitSeconds: 5, signal: AbortSignal.abort() };
  expect(await stores.leases.claim(claim)).toBeUndefined();
  expect(await claimNow(stores.leases)).toMatchObject({ taskId, leaseEpoch: 1 });
});

async function inParallel(count: number, work: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: count }, work));
}

/** Has the effect of `count` submissions of the account's first task in one statement. */
async function submitCopies(count: number): Promise<void> {
  await stores.database.pool.query(
    `WITH copies AS MATERIALIZED (
       SELECT submit_task(to_jsonb(t) - ARRAY['tag', 'sequence'] || jsonb_build_object('id', gen_random_uuid(), 'permit_job_id', gen_random_uuid()),
         NULL, 'https://portal.example') permits
       FROM (SELECT * FROM tasks LIMIT 1) t, generate_series(1, $1)
     )
     INSERT INTO pgboss.job (id, name, priority, data)
     SELECT (permits #>> '{send,0,id}')::uuid, permits->>'lane', -(permits #>> '{send,0,tag}')::int,
       (permits #> '{send,0}') - ARRAY['id', 'loginQueueId'] FROM copies`,
    [count],
  );
}
