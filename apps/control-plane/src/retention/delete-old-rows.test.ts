import { createLogger } from '@errand/app-runtime';
import { beforeEach, expect, test } from '@jest/globals';
import { createAccountStore } from '../accounts/account-store.ts';
import { createRetentionStore } from '../accounts/retention-store.ts';
import { addAccount, claimNow, holderOf, noResult, orderOf } from '../testing/open-stores.ts';
import { useStores } from '../testing/use-stores.ts';
import { createMetrics } from '../telemetry/create-metrics.ts';
import { recordLogs } from '../testing/record-logs.ts';
import { deleteOldFiles, deleteOldTasks } from './delete-old-rows.ts';
import { createQueueSweep } from './sweep-login-queues.ts';

const stores = await useStores();
const { database, storage, tasks } = stores;
const forEver = { taskDays: 0, fileDays: 0 };
let accountId: string;
beforeEach(async () => {
  accountId = await stores.reset();
  counted = {};
  await database.pool.query('DELETE FROM pending_uploads');
});

const { logger, entries } = recordLogs();
let counted: Record<string, number>;
const { observer } = createMetrics();
const withPeriods = (periods: Partial<typeof forEver> = {}) => ({
  database,
  logger,
  retention: { ...forEver, ...periods },
  observer: {
    ...observer,
    rowsDeleted: (kind: string, count: number) => {
      counted[kind] = (counted[kind] ?? 0) + count;
    },
  },
});

const usedBytes = async (id = accountId) =>
  (await createAccountStore(database).storageOf([id])).get(id)?.usedBytes;
const content = Buffer.from('content');
const inputFiles = [{ name: 'in.txt', size: 7, sha256: 'b'.repeat(64), content }];
const objectsOf = async (taskId: string) => {
  const keys = [`tasks/${taskId}/inputs/1`, `tasks/${taskId}/file`];
  const found = await Promise.all(keys.map((key) => storage.find(key)));
  return found.filter((object) => object !== undefined).length;
};

/** A task that failed this many days ago, with an input file and a file of its run. */
async function ended(daysAgo: number, owner = accountId, more: object = {}): Promise<string> {
  const order = orderOf(undefined, { input_files: inputFiles, ...more });
  const { taskId } = await tasks.submit(owner, order);
  let lease = await claimNow(stores.leases);
  while (lease && lease.taskId !== taskId) lease = await claimNow(stores.leases);
  const holder = holderOf(lease);
  const [upload] = await stores.artifacts.announce(holder, [
    { filename: 'a', kind: 'download', contentType: 'text/plain', size: 7 },
  ]);
  const key = `tasks/${taskId}/file`;
  await storage.write(key, content, { contentType: 'text/plain' });
  await database.pool.query(
    'UPDATE artifacts SET object_key = $2, confirmed_at = now() WHERE id = $1',
    [upload?.artifactId, key],
  );
  await stores.leases.complete(holder, noResult);
  await age(taskId, daysAgo);
  return taskId;
}

/** A trigger rejects changes to final tasks. */
async function age(taskId: string, daysAgo: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('SET LOCAL session_replication_role = replica');
    await transaction.query(
      'UPDATE tasks SET completed_at = now() - make_interval(days => $2) WHERE id = $1',
      [taskId, daysAgo],
    );
  });
}

const taskIds = async () => {
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM tasks');
  return rows.map(({ id }) => id);
};

test('deletes old tasks with rows, files and storage, and nothing else', async () => {
  const before = await usedBytes();
  const [old, older] = [await ended(31), await ended(400)];
  const recent = await ended(29);
  const { taskId: waiting } = await tasks.submit(accountId, orderOf());
  const undelivered = await ended(31, accountId, { task_callback_url: 'https://a.example' });
  await tasks.submit(accountId, orderOf());
  const running = holderOf(await claimNow(stores.leases)).taskId;
  await database.pool.query(`UPDATE tasks SET created_at = now() - interval '90 days'`);

  expect(await deleteOldTasks(withPeriods())).toBe(false);
  expect(await taskIds()).toHaveLength(6);
  expect(await deleteOldTasks(withPeriods({ taskDays: 30 }))).toBe(false);
  expect(await taskIds()).toHaveLength(4);
  expect(await taskIds()).toEqual(expect.arrayContaining([recent, undelivered, running, waiting]));
  expect(entries.at(-1)).toMatchObject({ message: 'deleted old tasks', tasks: 2, files: 4 });
  expect(counted).toEqual({ task: 2, file: 4 });

  await stores.uploads.discardAbandoned();
  expect(await Promise.all([old, older].map(objectsOf))).toEqual([0, 0]);
  expect(await Promise.all([recent, undelivered].map(objectsOf))).toEqual([2, 2]);
  await database.pool.query('DELETE FROM tasks');
  expect(await usedBytes()).toBe(before);
});

test('keeps the tasks of an account with a longer period', async () => {
  const other = await addAccount(database);
  const retention = createRetentionStore(database, forEver);
  await retention.set(other, { taskDays: 0, fileDays: 0 });
  const [own, kept] = [await ended(31), await ended(31, other)];
  await deleteOldTasks(withPeriods({ taskDays: 30 }));
  await deleteOldFiles(withPeriods({ fileDays: 30 }));
  // The files of the first task were deleted with it.
  expect(counted).toEqual({ task: 1, file: 2 });
  expect(await taskIds()).toEqual([kept]);
  await stores.uploads.discardAbandoned();
  expect([await objectsOf(own), await objectsOf(kept)]).toEqual([0, 2]);

  await retention.set(other, { taskDays: 7, fileDays: null });
  await deleteOldTasks(withPeriods());
  expect(await taskIds()).toEqual([]);
});

test('deletes login queues that were left without tasks, batch by batch, but none in use', async () => {
  const queueOf = async (login: string) => {
    const { taskId } = await tasks.submit(accountId, orderOf(login));
    const { rows } = await database.pool.query<{ id: number }>(
      'SELECT login_queue_id AS id FROM tasks WHERE id = $1',
      [taskId],
    );
    const [{ id } = { id: 0 }] = rows;
    return { taskId, id };
  };
  const query = (text: string, ...values: unknown[]) => database.pool.query(text, values);
  const queueIds = async () =>
    (await query('SELECT id FROM login_queues ORDER BY id')).rows.map(({ id }) => id);
  /** As if the last task had been deleted while somebody held the queue. */
  const leave = async (login: string) => {
    const { taskId, id } = await queueOf(login);
    await tasks.cancel(accountId, taskId);
    await query('DELETE FROM tasks WHERE id = $1', taskId);
    return id;
  };
  const [waiting, over] = [await queueOf('ann'), await queueOf('bob')];
  await tasks.cancel(accountId, over.taskId);
  const [paused, warm, held] = [await leave('eve'), await leave('dan'), await leave('kim')];
  for (const login of ['1', '2', '3']) await leave(login);
  await query(`UPDATE login_queues SET pause = '{}' WHERE id = $1`, paused);
  await query(
    `INSERT INTO warm_sessions (id, portal_id, login_queue_id, worker_id, state)
     SELECT gen_random_uuid(), portal_id, id, 'worker-1', 'idle' FROM login_queues WHERE id = $1`,
    warm,
  );
  // Simulates rows that have not changed since the column was added.
  await query('UPDATE login_queues SET is_in_use = true');
  const used = [waiting.id, over.id, paused, warm, held];
  const sweep = createQueueSweep({ database, logger }, 3);
  await database.transaction(async (transaction) => {
    await transaction.query('UPDATE login_queues SET waiting = 1 WHERE id = $1', [held]);
    // The batches: three with tasks or a pause, two in use and an unused one, two unused ones.
    expect([await sweep(), await sweep(), await sweep()]).toEqual([false, true, false]);
    expect(await queueIds()).toEqual(used);
    await transaction.query('UPDATE login_queues SET waiting = 0 WHERE id = $1', [held]);
  });
  expect(entries.at(-1)).toMatchObject({ message: 'deleted unused login queues', queues: 2 });
  expect([await sweep(), await sweep()]).toEqual([false, false]);
  expect(await queueIds()).toEqual(used.slice(0, -1));
  const { rows: inUse } = await query('SELECT id FROM login_queues WHERE is_in_use');
  expect(inUse).toEqual([{ id: waiting.id }]);
});

test('leaves nothing behind when the process dies between rows and files', async () => {
  const taskId = await ended(31);
  await deleteOldTasks(withPeriods({ taskDays: 30 }));
  expect(await objectsOf(taskId)).toBe(2);
  // Another process, or this one after its restart.
  await stores.uploads.discardAbandoned();
  expect(await objectsOf(taskId)).toBe(0);
  expect(await database.prisma.pendingUpload.count()).toBe(0);
});

test('changes nothing when the process dies before the commit', async () => {
  const taskId = await ended(31);
  const failing = createLogger({ name: 'test', level: 'error' });
  const transaction: typeof database.transaction = (work) =>
    database.transaction(async (inner) => {
      await work(inner);
      throw new Error('killed');
    });
  const killed = { ...database, transaction };
  const job = { database: killed, logger: failing, retention: { taskDays: 30, fileDays: 30 } };
  await expect(deleteOldTasks(job)).rejects.toThrow('killed');
  await expect(deleteOldFiles(job)).rejects.toThrow('killed');
  await stores.uploads.discardAbandoned();
  expect(await taskIds()).toEqual([taskId]);
  expect(await objectsOf(taskId)).toBe(2);
});

test('deletes the files of old tasks, keeps the tasks, and frees their storage', async () => {
  const taskId = await ended(31);
  const recent = await ended(29);
  const { taskId: without } = await tasks.submit(accountId, orderOf());
  await tasks.cancel(accountId, without);
  await age(without, 31);
  const before = Number(await usedBytes());
  const job = withPeriods({ fileDays: 30 });

  expect(await deleteOldFiles(job)).toBe(false);
  // One input file, one file of the run and that file's row.
  expect(before - Number(await usedBytes())).toBe(7 + 7 + 1024);
  expect(entries.at(-1)).toMatchObject({ message: 'deleted old files', tasks: 2, files: 2 });
  await stores.uploads.discardAbandoned();
  expect([await objectsOf(taskId), await objectsOf(recent)]).toEqual([0, 2]);

  const shown = await tasks.getDetail(accountId, taskId);
  expect(shown).toMatchObject({
    status: 'success',
    files_deleted_at: expect.any(String),
    input_files: [{ name: 'in.txt' }],
  });
  await expect(stores.artifacts.listAvailable(accountId, taskId)).rejects.toMatchObject({
    code: 'files-deleted',
    status: 410,
  });
  await expect(stores.inputFiles.read(taskId)).rejects.toMatchObject({ code: 'input-file-lost' });
  for (const kept of [recent, without]) {
    expect((await tasks.getDetail(accountId, kept)).files_deleted_at).toBeNull();
  }
  expect(await stores.artifacts.listAvailable(accountId, without)).toEqual([]);

  // The second pass finds nothing, and deleting the task does not free anything twice.
  const logged = entries.length;
  await deleteOldFiles(job);
  expect(entries).toHaveLength(logged);
  await database.pool.query('DELETE FROM tasks');
  expect(await usedBytes()).toBe(await usedBytes(await addAccount(database)));
});

test('deletes the steps of a long run in statements of limited length', async () => {
  const before = await usedBytes();
  const taskId = await ended(2);
  await database.pool.query(
    `INSERT INTO steps (task_id, lease_epoch, sequence, node_path, kind, outcome, started_at, duration_ms)
     SELECT $1, 1, n, 'nodes[0]', 'click_element', 'done', now(), 1 FROM generate_series(1, 100001) n`,
    [taskId],
  );
  await database.pool.query(
    `CREATE FUNCTION refuse_many() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF (SELECT count(*) FROM gone) > 100000 THEN RAISE 'too many steps in one statement'; END IF;
       RETURN NULL; END $$`,
  );
  await database.pool.query(
    `CREATE TRIGGER refuse_many AFTER DELETE ON steps REFERENCING OLD TABLE AS gone
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_many()`,
  );
  expect(await deleteOldTasks(withPeriods({ taskDays: 1 }))).toBe(false);
  expect(await taskIds()).toEqual([]);
  expect(await usedBytes()).toBe(before);
  await database.pool.query('DROP FUNCTION refuse_many CASCADE');
});

test('deletes all tasks once when two processes delete at the same time', async () => {
  for (let count = 0; count < 6; count += 1) await ended(31);
  const logged = entries.length;
  const job = withPeriods({ taskDays: 30 });
  await Promise.all([deleteOldTasks(job), deleteOldTasks(job), deleteOldTasks(job)]);
  expect(await taskIds()).toEqual([]);
  const deleted = entries.slice(logged).map((entry) => Number(entry['tasks']));
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(6);
});

test('deletes the stored continuations of old tasks with their files', async () => {
  const atFirst = await usedBytes();
  const taskId = await ended(31);
  const before = Number(await usedBytes());
  const data = { taskId, startNodePath: 'nodes[1]', start: 'sealed', reached: 'sealed, too' };
  await database.prisma.taskContinuation.create({ data });
  expect(Number(await usedBytes()) - before).toBe(1024 + 6 + 11);
  await deleteOldFiles(withPeriods({ fileDays: 30 }));
  expect(await database.prisma.taskContinuation.findMany()).toEqual([
    { ...data, leaseEpoch: null, start: null, reached: null },
  ]);
  await deleteOldTasks(withPeriods({ taskDays: 30 }));
  expect(await database.prisma.taskContinuation.count()).toBe(0);
  expect(await usedBytes()).toBe(atFirst);
});
