import type { AppProcess } from '@errand/app-runtime';
import { makeControlPlaneSecrets } from '@errand/local-installation';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { assertDone, type Release, type RunningControlPlane, type Site } from './release.ts';
import { startBalancer, type Balancer } from './start-balancer.ts';
import { startSite } from './start-site.ts';

/** How long to wait for requests that chose a backend before its removal. */
const SETTLE_MS = 500;

/** An installation whose control planes and workers come and go behind two fixed addresses. */
export interface Stage {
  readonly site: Site;
  readonly clients: Balancer;
  readonly workers: Balancer;
  /** Resolves once the process is ready and receives requests. */
  readonly addControlPlane: (release: Release, databaseUrl: string) => Promise<RunningControlPlane>;
  /** First gives it no new requests, as a load balancer does, then sends SIGTERM. */
  readonly removeControlPlane: (controlPlane: RunningControlPlane) => Promise<void>;
  readonly startWorkers: (release: Release, count: number) => Promise<readonly AppProcess[]>;
}

/** `owned` ends everything that the stage starts. */
export async function openStage(owned: AsyncDisposableStack, directory: string): Promise<Stage> {
  const clients = owned.use(await startBalancer());
  const workers = owned.use(await startBalancer());
  const acting = owned.use(await startSite());
  const site = {
    directory,
    publicUrl: clients.url,
    workerUrl: workers.url,
    siteUrl: acting.url,
    secrets: makeControlPlaneSecrets(),
  };
  return {
    site,
    clients,
    workers,
    async addControlPlane(release, databaseUrl) {
      const started = owned.use(await release.startControlPlane(site, databaseUrl));
      clients.add(started.url);
      workers.add(started.workersUrl);
      return started;
    },
    async removeControlPlane(controlPlane) {
      clients.remove(controlPlane.url);
      workers.remove(controlPlane.workersUrl);
      await delay(SETTLE_MS);
      await controlPlane[Symbol.asyncDispose]();
    },
    startWorkers: (release, count) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) =>
          owned.use(
            await release.startWorker(site, `${release.name.replaceAll(/\W/g, '-')}-${index + 1}`),
          ),
        ),
      ),
  };
}

/** Creates an account and returns its key. */
export async function createKey(release: Release, databaseUrl: string): Promise<string> {
  const settings = { DATABASE_URL: databaseUrl };
  assertDone(await release.errand(settings, 'accounts', 'create', 'drill'));
  const created = assertDone(await release.errand(settings, 'keys', 'create', 'drill'));
  return (JSON.parse(created) as { readonly api_key: string }).api_key;
}

export async function query<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
