import { beforeEach, expect, test } from '@jest/globals';
import { findQueueFaults, noFaults } from '../testing/check-queue.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { createRoomCheck } from '../storage-quotas/room-check.ts';
import { createTagReserve } from '../transitions/reserve-tags.ts';
import { submitTasks } from '../transitions/submit-tasks.ts';
import { createTaskStore } from './task-store.ts';

const NO_TASK = '00000000-0000-7000-8000-000000000000';

const stores = await useStores();
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
});

test('runs tasks of one login one at a time, in any order of their unique names', async () => {
  const inputParameters = { site: ['x'], login: ['ann'] };
  for (const uniqueParameterNames of [
    ['login', 'site'],
    ['site', 'login'],
  ]) {
    await stores.tasks.submit(
      accountId,
      orderOf('ann', {
        input_parameters: inputParameters,
        unique_parameter_names: uniqueParameterNames,
      }),
    );
  }
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('runs equal logins of two accounts side by side', async () => {
  const other = await addAccount(stores.database);
  await stores.tasks.submit(accountId, orderOf('ann'));
  await stores.tasks.submit(other, orderOf('ann'));
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeDefined();
});

test('puts dedicated tasks without unique parameters in one queue of the portal', async () => {
  await stores.tasks.submit(accountId, orderOf(undefined, { is_dedicated: true }));
  await stores.tasks.submit(accountId, orderOf(undefined, { is_dedicated: true }));
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('keeps the newest limit above one for a login queue until it is idle', async () => {
  const submit = (limit: number) =>
    stores.tasks.submit(accountId, orderOf('ann', { per_login_parallelism: limit }));
  await submit(1);
  await submit(3);
  await submit(1);
  const leases = [1, 2, 3].map(() => claimNow(stores.leases));
  const held = await Promise.all(leases);
  expect(held.filter(Boolean)).toHaveLength(3);

  for (const lease of held) await stores.leases.complete(holderOf(lease), noResult);
  await submit(1);
  await submit(1);
  expect(await claimNow(stores.leases)).toBeDefined();
  expect(await claimNow(stores.leases)).toBeUndefined();
});

test('pins the version that was current when the task was submitted', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await stores.database.pool.query(
    `WITH next AS (UPDATE recordings SET current_version = 2 RETURNING id)
     INSERT INTO recording_versions (id, recording_id, version, automation, portal)
     SELECT gen_random_uuid(), id, 2, '{"url": "https://elsewhere.example/"}', 'https://elsewhere.example' FROM next`,
  );
  expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({ recording_version: 1 });
  const lease = await claimNow(stores.leases);
  expect(lease?.task.automation).toMatchObject({ url: 'https://portal.example/' });
});

test('reports what is wrong with a submission', async () => {
  await expect(
    stores.tasks.submit(accountId, orderOf('ann', { endpoint_name: 'nothing' })),
  ).rejects.toMatchObject({
    code: 'endpoint-not-found',
    message: expect.stringMatching('"nothing"'),
  });
  await expect(
    stores.tasks.submit(accountId, orderOf('ann', { unique_parameter_names: ['user'] })),
  ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/"user".*login/) });
  await expect(
    stores.tasks.submit(await addAccount(stores.database), orderOf('ann', { endpoint_name: 'x' })),
  ).rejects.toMatchObject({ status: 404 });
});

test('stores nothing when the permit cannot be sent', async () => {
  const broken: JobQueue = {
    ...stores.queue,
    send: () => Promise.reject(new Error('no queue')),
  };
  const tasks = createTaskStore({ ...stores, localLeaseSeconds: 600, queue: broken });
  for (const order of [orderOf(), orderOf('ann')]) {
    await expect(tasks.submit(accountId, order)).rejects.toThrow('no queue');
  }
  const { rows } = await stores.database.pool.query(
    `SELECT (SELECT count(*)::int FROM tasks) tasks, (SELECT count(*)::int FROM login_queues) queues,
       (SELECT count(*)::int FROM pgboss.job) jobs`,
  );
  expect(rows).toEqual([{ tasks: 0, queues: 0, jobs: 0 }]);
});

test('finds only tasks of the account and ignores invalid ids', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  const other = await addAccount(stores.database);
  expect(await stores.tasks.find(accountId, [taskId, NO_TASK, 'x'])).toMatchObject([
    { task_id: taskId, status: 'queued', started_at: null, error: null },
  ]);
  expect(await stores.tasks.find(other, [taskId])).toEqual([]);
  for (const read of [stores.tasks.get, stores.tasks.getDetail, stores.tasks.cancel]) {
    await expect(read(other, taskId)).rejects.toMatchObject({ code: 'task-not-found' });
    await expect(read(accountId, 'x')).rejects.toMatchObject({ code: 'task-not-found' });
  }
});

test.each(['ann', undefined])(
  'cancels a waiting task of login %s and its permit',
  async (login) => {
    const { taskId } = await stores.tasks.submit(accountId, orderOf(login));
    expect(await stores.tasks.cancel(accountId, taskId)).toEqual({
      taskId,
      status: 'cancelled',
    });
    expect(await claimNow(stores.leases)).toBeUndefined();
    expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  },
);

test.each(['allocated', 'running'] as const)(
  'keeps the status and slot of a cancelled %s task until its worker stops it',
  async (state) => {
    const { taskId } = await stores.tasks.submit(accountId, orderOf('ann'));
    await stores.tasks.submit(accountId, orderOf('ann'));
    const holder = holderOf(await claimNow(stores.leases));
    if (state === 'running') await stores.leases.start(holder);

    const answers = [
      await stores.tasks.cancel(accountId, taskId),
      await stores.tasks.cancel(accountId, taskId),
    ];
    expect(answers).toEqual([
      { taskId, status: state },
      { taskId, status: state },
    ]);
    expect(await stores.leases.renew('worker-1', [holder])).toMatchObject([
      { state: 'held', expiresAt: expect.any(Date), cancelRequested: true },
    ]);
    expect(await claimNow(stores.leases)).toBeUndefined();

    expect(await stores.leases.complete(holder, noResult)).toBe('cancelled');
    expect(await stores.tasks.getDetail(accountId, taskId)).toMatchObject({
      status: 'cancelled',
      cancel_requested: true,
      completed_at: expect.any(String),
      attempts: [{ outcome: 'cancelled' }],
    });
    expect(await claimNow(stores.leases)).toBeDefined();
    expect(await findQueueFaults(stores.database)).toEqual(noFaults);
  },
);

test('does not change a final task that is cancelled', async () => {
  const { taskId } = await stores.tasks.submit(accountId, orderOf());
  await stores.leases.complete(holderOf(await claimNow(stores.leases)), noResult);
  expect(await stores.tasks.cancel(accountId, taskId)).toEqual({
    taskId,
    status: 'success',
  });
});

test('cancels a task once when a claim and two cancels race', async () => {
  const account = await addAccount(stores.database, { callbackUrl: 'https://receiver.example/' });
  for (let round = 0; round < 10; round += 1) {
    const { taskId } = await stores.tasks.submit(account, orderOf(round % 2 ? 'ann' : undefined));
    const cancel = () => stores.tasks.cancel(account, taskId);
    const [lease, ...answers] = await Promise.all([claimNow(stores.leases), cancel(), cancel()]);
    const { status } = await stores.tasks.get(account, taskId);
    expect(status).toBe(lease ? 'allocated' : 'cancelled');
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    if (lease) await stores.leases.complete(holderOf(lease), noResult);
    expect(await stores.tasks.get(account, taskId)).toMatchObject({ status: 'cancelled' });
    expect(await stores.database.prisma.callbackDelivery.count({ where: { taskId } })).toBe(1);
  }
  expect(await claimNow(stores.leases)).toBeUndefined();
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('refuses a task whose recording is deleted while its files are stored', async () => {
  const hide = () =>
    stores.database.pool.query(
      `UPDATE recordings SET deleted_at = now() WHERE account_id = $1 AND endpoint_name = 'order'`,
      [accountId],
    );
  const tasks = createTaskStore({
    ...stores,
    localLeaseSeconds: 600,
    inputFiles: {
      ...stores.inputFiles,
      async storeAround(given, act) {
        await hide();
        return stores.inputFiles.storeAround(given, act);
      },
    },
  });
  const gone = { code: 'endpoint-not-found', status: 404 };
  await expect(tasks.submit(accountId, orderOf('ann'))).rejects.toMatchObject(gone);
  await stores.database.pool.query('UPDATE recordings SET deleted_at = NULL');
  const local = { ...orderOf('ann'), serverId: 'server-1' };
  await expect(tasks.submitLocal(accountId, local)).rejects.toMatchObject(gone);
  expect(await stores.database.prisma.task.count({ where: { accountId } })).toBe(0);
  expect(await findQueueFaults(stores.database)).toEqual(noFaults);
});

test('refuses only the tasks of a recording that is deleted while a batch is stored', async () => {
  const submitted = { ...stores, assertRoom: createRoomCheck(stores.database, {}) };
  const tasks = [orderOf('ann'), { ...orderOf('bob'), endpoint_name: 'invoice' }];
  const outcomes = await submitTasks(
    {
      ...submitted,
      async reserveTag(owner) {
        await stores.database.pool.query(
          `UPDATE recordings SET deleted_at = now() WHERE endpoint_name = 'order'`,
        );
        return createTagReserve(stores.database)(owner);
      },
    },
    accountId,
    [...tasks, { ...orderOf(), endpoint_name: 'invoice' }],
  );
  expect(outcomes).toMatchObject([
    { code: 'endpoint-not-found' },
    { isReplay: false },
    { isReplay: false },
  ]);
  expect(await stores.database.prisma.task.count({ where: { accountId } })).toBe(2);
});
