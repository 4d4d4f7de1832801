import { findFreePort } from '@errand/app-runtime';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { assertDone, type Release, type RunningControlPlane } from '../release.ts';
import { createKey, openStage, query, type Stage } from '../stage.ts';
import { call, startLoad, untilEnded, type Load } from '../start-load.ts';
import { recording } from '../start-site.ts';
import type { UpgradeOptions } from './flags.ts';

const CONTROL_PLANES = 2;
const WORKERS = 2;

export interface UpgradeReport {
  readonly requests: number;
  readonly failedRequests: readonly string[];
  /** Failed worker requests at the balancer: responses of 500 or above, and broken connections. */
  readonly failedWorkerRequests: readonly string[];
  readonly submitted: number;
  readonly ended: Readonly<Record<string, number>>;
  /** Attempts that did not end with their own report. */
  readonly lostAttempts: number;
  readonly isConsistent: boolean;
}

interface Releases {
  readonly previous: Release;
  readonly next: Release;
}

/**
 * Replaces one release with the other under load, in the documented order: the database, then the
 * control planes one by one, then the workers.
 */
export async function runUpgrade(
  { previous, next }: Releases,
  options: Omit<UpgradeOptions, 'from'> & { readonly directory: string },
  say: (line: string) => void,
): Promise<UpgradeReport> {
  await using owned = new AsyncDisposableStack();
  const databaseUrl = await startDatabase(owned, options.directory);
  const settings = { DATABASE_URL: databaseUrl };
  assertDone(await previous.errand(settings, 'database', 'migrate'));
  const stage = await openStage(owned, options.directory);
  const olds = await startControlPlanes(stage, previous, databaseUrl);
  const oldWorkers = await stage.startWorkers(previous, WORKERS);
  const client = { url: stage.site.publicUrl, apiKey: await createKey(previous, databaseUrl) };
  await call(client, '/api/v1/recordings', recording);

  const load = startLoad({ ...client, perSecond: options.perSecond });
  const phase = async (name: string): Promise<void> => {
    await delay(options.seconds * 1_000);
    say(describePhase(name, load));
  };
  await phase(`only ${previous.name}`);
  assertDone(await next.errand(settings, 'database', 'migrate'));
  await phase('the database is migrated, everything else is old');
  for (const old of olds) {
    await stage.addControlPlane(next, databaseUrl);
    await stage.removeControlPlane(old);
    await phase(old === olds.at(-1) ? 'new control planes, old workers' : 'old and new');
  }
  await stage.startWorkers(next, WORKERS);
  await phase('new control planes, old and new workers');
  for (const worker of oldWorkers) await worker[Symbol.asyncDispose]();
  await phase(`only ${next.name}`);

  const { taskIds, requests, failures } = await load.stop();
  return {
    requests,
    failedRequests: failures,
    failedWorkerRequests: stage.workers.failures,
    submitted: taskIds.length,
    ended: await untilEnded(client, taskIds),
    lostAttempts: await countLost(databaseUrl),
    isConsistent: (await next.errand(settings, 'queue-check')).exitCode === 0,
  };
}

/** Returns the connection string of a database that does not exist yet. */
async function startDatabase(owned: AsyncDisposableStack, directory: string): Promise<string> {
  const port = await findFreePort();
  const options = { directory: join(directory, 'postgres'), port, isDurable: false };
  const postgres = owned.use(await startEmbeddedPostgres(options));
  return postgres.urlOf('errand');
}

async function startControlPlanes(
  stage: Stage,
  release: Release,
  databaseUrl: string,
): Promise<readonly RunningControlPlane[]> {
  const started: RunningControlPlane[] = [];
  while (started.length < CONTROL_PLANES) {
    started.push(await stage.addControlPlane(release, databaseUrl));
  }
  return started;
}

function describePhase(name: string, load: Load): string {
  const { taskIds, requests, failures } = load.report();
  return `${name}: ${requests} requests so far, ${failures.length} failed, ${taskIds.length} tasks submitted`;
}

async function countLost(databaseUrl: string): Promise<number> {
  const rows = await query<{ lost: number }>(
    databaseUrl,
    `SELECT count(*)::int AS lost FROM attempts WHERE outcome = 'lost' OR outcome IS NULL`,
  );
  return rows[0]?.lost ?? 0;
}
