import type { Logger } from '@errand/app-runtime';
import { createEgressGuard, type EgressGuard } from '@errand/egress-guard';
import { createSealer, type Sealer } from '@errand/secrets';
import type { RequestHandler } from 'express';
import type { Config } from './config.ts';
import { createDependencies } from './create-dependencies.ts';
import type { Database } from './database/connect-database.ts';
import type { Dependencies } from './dependencies.ts';
import { queues } from './jobs.ts';
import { openStorage } from './open-storage.ts';
import type { JobQueue } from './queue/job-queue.ts';
import { startJobQueue } from './queue/pg-boss-job-queue.ts';
import type { Observer } from './telemetry/observer.ts';
import { openBell } from './transitions/bell.ts';

/** The parts that a listener serves. */
export interface Service extends AsyncDisposable {
  readonly dependencies: Dependencies;
  readonly queue: JobQueue;
  readonly egress: EgressGuard;
  readonly sealer: Sealer;
  /** Serves the addresses of a local store below `/files`. */
  readonly files?: RequestHandler;
}

/**
 * Opens everything that routes use, on the caller's database. Disposing leaves the database open.
 * Throws StartError.
 */
export async function openService(
  config: Config,
  options: {
    readonly database: Database;
    readonly logger: Logger;
    /** Makes this server not ready. Default: `draining`. */
    readonly leaving?: AbortSignal;
    /** Ends long polls. */
    readonly draining: AbortSignal;
    readonly observer: Observer;
    /** Whether this queue recovers crashed processes' jobs and runs schedules. Default true. */
    readonly isSupervisor?: boolean;
  },
): Promise<Service> {
  const { database, logger, draining, observer, isSupervisor = true } = options;
  const { leaving = draining } = options;
  const { directUrl: url, isPooled } = config.databaseAddress;
  await using owned = new AsyncDisposableStack();
  const { storage, files } = await openStorage(config);
  owned.use(storage);
  const roles = { isSupervisor, isScheduler: isSupervisor, canPrepare: !isPooled };
  const queue = owned.use(await startJobQueue({ url, queues, logger, ...roles }));
  const bell = owned.use(await openBell({ url, logger }));
  const sealer = createSealer({ keys: config.sealingKeys });
  const egress = createEgressGuard(config);
  const parts = {
    ...config,
    database,
    queue,
    bell,
    storage,
    sealer,
    egress,
    logger,
    leaving,
    draining,
    observer,
  };
  const dependencies = createDependencies(parts);
  const resources = owned.move();
  return {
    dependencies,
    queue,
    egress,
    sealer,
    ...(files ? { files } : {}),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
