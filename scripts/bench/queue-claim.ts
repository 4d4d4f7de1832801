import { createLogger } from '@errand/app-runtime';
import { randomBytes } from 'node:crypto';
import { createSealer } from '@errand/secrets';
import { PgBoss } from 'pg-boss';
import { connectDatabase } from '../../apps/control-plane/src/database/connect-database.ts';
import { queues } from '../../apps/control-plane/src/jobs.ts';
import { createLeaseStore } from '../../apps/control-plane/src/leases/lease-store.ts';
import { startJobQueue } from '../../apps/control-plane/src/queue/pg-boss-job-queue.ts';
import { createTaskStore } from '../../apps/control-plane/src/tasks/task-store.ts';
import { openFiles } from '../../apps/control-plane/src/testing/open-files.ts';
import {
  addAccount,
  claimNow,
  holderOf,
  orderOf,
} from '../../apps/control-plane/src/testing/open-stores.ts';
import { openBell } from '../../apps/control-plane/src/transitions/bell.ts';
import { loadJobs, loadTasks, type Scene } from './queue-load.ts';
import type { BenchServer } from './queue-service.ts';
import { percentile } from './statistics.ts';

const BATCH = 5;

export interface ClaimOptions {
  /** Numbers of waiting tasks. */
  readonly sizes: readonly number[];
  /** Tasks of one full login queue that are ahead of the smallest size. */
  readonly saturated: number;
  readonly claims: number;
}

export interface ClaimResult extends Scene {
  readonly name: string;
  readonly ms: { readonly p50: number; readonly p95: number };
}

interface Subject extends AsyncDisposable, Scene {
  readonly name: string;
  /** Claims a task and returns a function that finishes it; finishing is not timed. */
  readonly claim: () => Promise<() => Promise<unknown>>;
}

/**
 * Times claims of the service, in this process, against pg-boss's own fetch on the same number of
 * jobs. Alternates between a few of each.
 */
export async function measureClaims(
  server: BenchServer,
  { sizes, saturated, claims }: ClaimOptions,
): Promise<readonly ClaimResult[]> {
  await using owned = new AsyncDisposableStack();
  const subjects: Subject[] = [];
  const scenes = [
    ...sizes.map((waiting) => ({ waiting, saturated: 0 })),
    { waiting: Math.min(...sizes), saturated },
  ];
  for (const scene of scenes) {
    subjects.push(owned.use(await openService(server, scene)));
    for (const subject of await openBoss(server, scene)) subjects.push(owned.use(subject));
  }
  const samples = subjects.map((): number[] => []);
  for (let done = -BATCH; done < claims; done += BATCH) {
    for (const [index, { claim }] of subjects.entries()) {
      const measured = await claimSome(claim);
      // The first batch opens connections and fills caches.
      if (done >= 0) samples[index]?.push(...measured);
    }
  }
  return subjects.map(({ name, waiting, saturated: full }, index) => ({
    name,
    waiting,
    saturated: full,
    ms: { p50: percentile(samples[index] ?? [], 50), p95: percentile(samples[index] ?? [], 95) },
  }));
}

async function claimSome(claim: Subject['claim']): Promise<number[]> {
  const measured: number[] = [];
  for (let index = 0; index < BATCH; index += 1) {
    const startedAt = performance.now();
    const finish = await claim();
    measured.push(performance.now() - startedAt);
    await finish();
  }
  return measured;
}

async function openService(server: BenchServer, scene: Scene): Promise<Subject> {
  await using owned = new AsyncDisposableStack();
  const url = await server.createDatabase(`claim_${scene.waiting}_${scene.saturated}`);
  const logger = createLogger({ name: 'bench', level: 'error' });
  const database = owned.use(await connectDatabase({ url }));
  const queue = owned.use(await startJobQueue({ url, queues, logger }));
  const sealer = createSealer({ keys: [{ id: 'bench', key: randomBytes(32) }] });
  const bell = owned.use(await openBell({ url, logger }));
  const times = { leaseSeconds: 300, localLeaseSeconds: 600 };
  const parts = { database, queue, sealer, bell, storageLimits: {}, ...times };
  const accountId = await addAccount(database);
  const { inputFiles } = await openFiles(owned, { database, logger });
  await createTaskStore({ ...parts, inputFiles }).submit(accountId, orderOf('original'));
  await loadTasks(url, scene);
  const leases = createLeaseStore(parts);
  const resources = owned.move();
  return {
    ...scene,
    name: 'claim',
    async claim() {
      const lease = await claimNow(leases);
      if (!lease) throw new Error('There was nothing to claim.');
      const result = { outputData: [], forLoopStatus: [] };
      return () => leases.complete(holderOf(lease), result);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Opens pg-boss alone with the same number of jobs, in groups as large as the login queues. */
async function openBoss(server: BenchServer, scene: Scene): Promise<Subject[]> {
  const url = await server.createDatabase(`boss_${scene.waiting}_${scene.saturated}`);
  const boss = new PgBoss({ connectionString: url, max: 4, supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('bare', { partition: true });
  await boss.send('bare', { order: 1 }, { group: { id: 'original' } });
  await loadJobs(url, scene);
  const claimWith = (options: Parameters<PgBoss['fetch']>[1]) => async () => {
    const [job] = await boss.fetch('bare', options);
    if (!job) throw new Error('There was nothing to fetch.');
    return () => boss.complete('bare', job.id);
  };
  return [
    { ...scene, name: 'fetch', claim: claimWith({}), async [Symbol.asyncDispose]() {} },
    {
      ...scene,
      name: 'fetch, groupConcurrency 1',
      claim: claimWith({ groupConcurrency: 1 }),
      [Symbol.asyncDispose]: () => boss.stop({ graceful: false }),
    },
  ];
}
