import { createLogger } from '@errand/app-runtime';
import type { ObjectStorage } from '@errand/object-storage';
import { createSealer, type Sealer } from '@errand/secrets';
import { createTestDatabase } from '@errand/test-kit';
import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { createArtifactStore, type ArtifactStore } from '../artifacts/artifact-store.ts';
import { createDeliveryStore, type DeliveryStore } from '../callbacks/delivery-store.ts';
import { createSigningSecretStore } from '../callbacks/signing-secret-store.ts';
import { connectDatabase, type Database } from '../database/connect-database.ts';
import { createTaskWatch } from '../events/watch-tasks.ts';
import { createHumanWaitStore, type HumanWaitStore } from '../human-waits/human-wait-store.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import { queues } from '../jobs.ts';
import { createLeaseStore, type LeaseStore } from '../leases/lease-store.ts';
import type { Lease, LeaseHolder } from '../leases/lease.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { startJobQueue } from '../queue/pg-boss-job-queue.ts';
import type { StorageLimits } from '../storage-quotas/storage-limits.ts';
import type { Observer } from '../telemetry/observer.ts';
import { createTaskStore, type TaskStore } from '../tasks/task-store.ts';
import { openBell, type Bell } from '../transitions/bell.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import type { PendingUploads } from '../uploads/pending-uploads.ts';
import { createSessionStore, type SessionStore } from '../warm-sessions/session-store.ts';
import { openFiles } from './open-files.ts';
import { emptyTables } from './empty-tables.ts';

export const testLogger = createLogger({ name: 'test', level: 'error' });

/** The stores on their own database and job queue, built as in `main.ts`. */
export interface TestStores extends AsyncDisposable {
  readonly url: string;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly sealer: Sealer;
  readonly tasks: TaskStore;
  readonly leases: LeaseStore;
  readonly sessions: SessionStore;
  readonly bell: Bell;
  readonly humanWaits: HumanWaitStore;
  readonly storage: ObjectStorage;
  readonly uploads: PendingUploads;
  readonly inputFiles: InputFileStore;
  readonly artifacts: ArtifactStore;
  readonly storageLimits: StorageLimits;
  readonly deliveries: DeliveryStore;
  /**
   * Empties the database, which is faster than creating one, and returns the id of a new account.
   */
  readonly reset: () => Promise<string>;
}

export async function openStores({
  observer,
}: { readonly observer?: Observer | undefined } = {}): Promise<TestStores> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createTestDatabase());
  const database = stack.use(await connectDatabase({ url }));
  const queue = stack.use(await startJobQueue({ url, queues, logger: testLogger }));
  const sealer = createSealer({ keys: [{ id: 'test', key: randomBytes(32) }] });
  const bell = stack.use(await openBell({ url, logger: testLogger }));
  const files = await openFiles(stack, { database, logger: testLogger });
  const leaseTimes = { leaseSeconds: 9, localLeaseSeconds: 600 };
  // Tests set limits on their accounts.
  const storageLimits = {};
  const opened = { database, queue, sealer, bell, ...files };
  const dependencies = { ...opened, storageLimits, ...leaseTimes, observer };
  const tasks = createTaskStore(dependencies);
  const leases = createLeaseStore(dependencies);
  const owned = stack.move();
  return {
    storageLimits,
    url,
    database,
    queue,
    sealer,
    tasks,
    leases,
    sessions: createSessionStore(dependencies),
    bell,
    humanWaits: createHumanWaitStore({ ...dependencies, watch: createTaskWatch(database) }),
    ...files,
    artifacts: createArtifactStore(dependencies),
    deliveries: createDeliveryStore({
      ...dependencies,
      signingSecrets: createSigningSecretStore(dependencies),
      publicUrl: 'https://errand.example',
    }),
    async reset() {
      await emptyTables(database, 'accounts', 'workers');
      await database.pool.query('DELETE FROM pgboss.job');
      return addAccount(database);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Adds an account with two recordings of different portals, `order` and `invoice`. */
export async function addAccount(
  database: Database,
  recording: {
    readonly maxAutomationRetries?: number;
    readonly callbackUrl?: string;
    readonly callbackSecret?: string;
  } = {},
): Promise<string> {
  const accountId = randomUUIDv7();
  const { maxAutomationRetries = 0, ...callback } = recording;
  await database.prisma.account.create({ data: { id: accountId, name: accountId } });
  const workspace = await database.prisma.workspace.create({
    data: { accountId, name: 'default' },
  });
  for (const [endpointName, portal] of Object.entries(endpoints)) {
    const automation = { url: `${portal}/`, nodes: [], max_retries: maxAutomationRetries };
    await database.prisma.recording.create({
      data: {
        accountId,
        workspaceId: workspace.id,
        endpointName,
        currentVersion: 1,
        ...callback,
        versions: { create: { version: 1, portal, automation } },
      },
    });
  }
  return accountId;
}

/** Recordings of every account by endpoint name, with their portals. */
const endpoints = { order: 'https://portal.example', invoice: 'https://billing.example' };

/** A task of the account's recording; with a login, it waits in that login's queue. */
export function orderOf(login?: string, more: Partial<SubmittedTask> = {}): SubmittedTask {
  return {
    endpoint_name: 'order',
    input_parameters: { login: [login ?? ''] },
    unique_parameter_names: login === undefined ? [] : ['login'],
    ...more,
  };
}

/** Claims without waiting. */
export function claimNow(leases: LeaseStore, workerId = 'worker-1'): Promise<Lease | undefined> {
  return leases.claim({ workerId, waitSeconds: 0, signal: new AbortController().signal });
}

export function holderOf(lease: Lease | undefined, workerId = 'worker-1'): LeaseHolder {
  if (!lease) throw new Error('Expected a lease, but there was no work.');
  const { taskId, leaseEpoch, leaseSecret } = lease;
  return { taskId, workerId, leaseEpoch, leaseSecret };
}

export const noResult = { outputData: [], forLoopStatus: [] };
