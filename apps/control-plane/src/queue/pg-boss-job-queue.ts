import type { Logger } from '@errand/app-runtime';
import { createHash } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import type { Transaction } from '../database/transaction.ts';
import { startWorkers } from './start-workers.ts';
import { watchNotifications } from './watch-notifications.ts';
import type { JobFilter, JobQueue, NewJob, QueueDefinition, QueuedJob } from './job-queue.ts';

const SCHEMA = 'pgboss';
const BOSS_SETTINGS = {
  schema: SCHEMA,
  application_name: 'errand-jobs',
};
const YEAR_SECONDS = 365 * 24 * 3600;
const STOP_DEADLINE_MS = 10_000;
const FALLBACK_INTERVAL_MS = 2_000;

/** Creates or updates pg-boss's tables and the queues, and listens for new jobs. */
export async function startJobQueue(options: {
  /** Needs sessions, so it must not go through a transaction pooler. */
  readonly url: string;
  readonly queues: readonly QueueDefinition[];
  readonly logger: Logger;
  /** How often watchers are called without a notification, in milliseconds. Default 2000. */
  readonly fallbackIntervalMs?: number;
  /**
   * How often to look for jobs whose process has ended, in seconds. Each pass counts all jobs.
   * Default 60.
   */
  readonly superviseIntervalSeconds?: number;
  /** False: leaves supervision to another process and needs fewer connections. Default true. */
  readonly isSupervisor?: boolean;
  /** Whether this process sends the jobs of schedules. Default false. */
  readonly isScheduler?: boolean;
  /**
   * Whether the connections of the callers' transactions can keep prepared statements; those of a
   * transaction pooler cannot. Default false.
   */
  readonly canPrepare?: boolean;
}): Promise<JobQueue> {
  const { url, logger, fallbackIntervalMs = FALLBACK_INTERVAL_MS } = options;
  const boss = await startBoss(options);
  const stop = () => boss.stop({ timeout: STOP_DEADLINE_MS });
  try {
    for (const queue of options.queues) await createQueue(boss, queue);
    const channel = await findChannel(boss);
    const notifications = await watchNotifications({ url, channel, logger, fallbackIntervalMs });
    return {
      ...transactionalCalls(boss, options),
      ...callsOverQueues(channel),
      sendEveryMinute: (queue) => sendEveryMinute(boss, queue),
      ensure: (queue) => createQueue(boss, queue),
      longestWaitSeconds: (names) => readLongestWait(boss, names),
      watch: notifications.watch,
      async work(queue, worker) {
        notifications.watch(queue, await startWorkers(boss, { queue, logger, ...worker }));
      },
      async [Symbol.asyncDispose]() {
        await notifications[Symbol.asyncDispose]();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startBoss(options: Parameters<typeof startJobQueue>[0]): Promise<PgBoss> {
  const { url, logger, superviseIntervalSeconds = 60 } = options;
  const { isSupervisor = true, isScheduler = false } = options;
  const boss = new PgBoss({
    connectionString: url,
    ...BOSS_SETTINGS,
    // For fetching jobs and for maintenance. Permits use the caller's transaction.
    max: isSupervisor ? 5 : 2,
    supervise: isSupervisor,
    schedule: isScheduler,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  });
  boss.on('error', (error) => logger.error('job queue failed', { error }));
  boss.on('warning', (warning) => logger.warn('job queue warned', { warning: warning.message }));
  await boss.start();
  return boss;
}

function transactionalCalls(
  boss: PgBoss,
  { canPrepare = false }: { readonly canPrepare?: boolean },
): Pick<JobQueue, 'send' | 'sendAll' | 'take' | 'withdraw'> {
  // The plan of pg-boss's INSERT costs more than its execution.
  const insertOn = canPrepare ? prepareOn : runOn;
  return {
    async send(transaction, queue, job) {
      const options = { ...sendOptions(job), db: insertOn(transaction) };
      const id = await boss.send(queue, job.data, options);
      if (id === null) throw new Error(`Queue "${queue}" holds a job "${job.id}" already.`);
    },

    async sendAll(transaction, queue, jobs) {
      const rows = jobs.map((job) => ({ data: job.data, ...sendOptions(job) }));
      const options = { db: insertOn(transaction), returnId: true };
      const ids = await boss.insert(queue, rows, options);
      if (ids?.length !== jobs.length) throw new Error(`Queue "${queue}" holds a job already.`);
    },

    async take(transaction, queue, only) {
      // One statement instead of pg-boss's fetch and delete: a job taken this way is never active.
      const { rows } = await transaction.query<QueuedJob>(
        `WITH first AS MATERIALIZED (
           SELECT id FROM ${SCHEMA}.job j WHERE name = $1 AND state < 'active' AND NOT blocked ${where(only)}
           ORDER BY priority DESC, created_on LIMIT 1 FOR UPDATE SKIP LOCKED
         )
         DELETE FROM ${SCHEMA}.job j USING first WHERE j.name = $1 AND j.id = first.id RETURNING j.id, j.data,
           extract(epoch FROM clock_timestamp() - greatest(j.created_on, j.start_after))::float8 AS "waitedSeconds"`,
        [queue, ...valuesOf(only)],
      );
      return rows[0];
    },

    async withdraw(transaction, queue, jobs) {
      const [condition, value] =
        'id' in jobs ? ['id = $2::uuid', jobs.id] : ['singleton_key = $2', jobs.key];
      const { rows } = await transaction.query<{ id: string }>(
        `SELECT id FROM ${SCHEMA}.job WHERE name = $1 AND ${condition} AND state = 'created'
         ORDER BY priority LIMIT $3 FOR UPDATE SKIP LOCKED`,
        [queue, value, jobs.limit],
      );
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await boss.deleteJob(queue, ids, { db: runOn(transaction) });
      return ids.length;
    },
  };
}

/** pg-boss evaluates all of its cron expressions in this thread, so it gets none of a user's. */
async function sendEveryMinute(boss: PgBoss, queue: string): Promise<void> {
  await boss.schedule(queue, '* * * * *', {});
  for (const { name, key } of await boss.getSchedules()) {
    if (name !== queue) await boss.unschedule(name, key);
  }
}

function callsOverQueues(channel: string): Pick<JobQueue, 'peek' | 'move'> {
  return {
    async peek(transaction, queues, only) {
      const { rows } = await transaction.query<{ queue: string; priority: number }>(
        `SELECT q.name AS queue, first.priority FROM unnest($1::text[]) q(name), LATERAL (
           SELECT priority FROM ${SCHEMA}.job j WHERE j.name = q.name AND state < 'active' AND NOT blocked ${where(only)}
           ORDER BY priority DESC, created_on LIMIT 1
         ) first ORDER BY first.priority DESC LIMIT 1`,
        [queues, ...valuesOf(only)],
      );
      return rows[0];
    },

    async move(transaction, { from, to, taken }, { ids, keys }) {
      if (from === to) return;
      await transaction.query(
        `WITH found AS MATERIALIZED (
           SELECT id FROM ${SCHEMA}.job WHERE name = $1 AND state = 'created'
             AND (id = ANY($3::uuid[]) OR singleton_key = ANY($4::text[]))
           FOR UPDATE ${taken === 'skip' ? 'SKIP LOCKED' : ''}
         )
         UPDATE ${SCHEMA}.job j SET name = $2 FROM found WHERE j.name = $1 AND j.id = found.id`,
        [from, to, ids, keys],
      );
      await transaction.query('SELECT pg_notify($1, $2)', [channel, to]);
    },
  };
}

/** SQL that adds the filter to the conditions on a job `j`; $2 is the filter's value. */
function where(only: JobFilter | undefined): string {
  return only ? `AND ${only.function}(j.data, $2)` : '';
}

function valuesOf(only: JobFilter | undefined): readonly number[] {
  return only ? [only.value] : [];
}

function sendOptions({ id, priority, key, startAfter }: NewJob) {
  return {
    ...(id === undefined ? {} : { id }),
    ...(priority === undefined ? {} : { priority }),
    ...(key === undefined ? {} : { singletonKey: key }),
    ...(startAfter === undefined ? {} : { startAfter }),
  };
}

function runOn(transaction: Transaction) {
  return { executeSql: (text: string, values?: unknown[]) => transaction.query(text, values) };
}

/** pg-boss sends few different statements per queue; the hash of each one is its name. */
function prepareOn(transaction: Transaction) {
  return {
    executeSql(text: string, values?: unknown[]) {
      const name = `pgboss-${createHash('sha256').update(text).digest('base64url')}`;
      return transaction.query({ name, text, ...(values && { values }) });
    },
  };
}

async function createQueue(boss: PgBoss, queue: QueueDefinition): Promise<void> {
  const settings = {
    expireInSeconds: queue.expireInSeconds,
    retryLimit: queue.retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    // pg-boss deletes a job that has waited longer than this; a waiting permit must never vanish.
    retentionSeconds: YEAR_SECONDS,
    deleteAfterSeconds: 3600,
    notify: true,
  };
  // A partition has its own statistics; in the shared table, a burst would make the planner scan
  // the whole queue.
  await boss.createQueue(queue.name, { ...settings, policy: 'standard', partition: true });
  await boss.updateQueue(queue.name, settings);
}

async function readLongestWait(boss: PgBoss, names: readonly string[]): Promise<number> {
  const { rows } = await boss.getDb().executeSql(
    `SELECT extract(epoch FROM clock_timestamp() - min(first.created_on))::float8 AS seconds
     FROM unnest($1::text[]) q(name), LATERAL (
       SELECT created_on FROM ${SCHEMA}.job j WHERE j.name = q.name AND state < 'active'
       ORDER BY created_on LIMIT 1) first`,
    [names],
  );
  return Math.max(0, Number(rows[0]?.seconds ?? 0));
}

/** Returns the channel that pg-boss notifies, by pg-boss's own formula. */
async function findChannel(boss: PgBoss): Promise<string> {
  const { rows } = await boss
    .getDb()
    .executeSql(`SELECT 'pgboss_' || left(encode(sha224('${SCHEMA}'), 'hex'), 24) AS channel`);
  return String(rows[0]?.channel);
}
