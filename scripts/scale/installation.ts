import { findFreePort, findFreePorts } from '@errand/app-runtime';
import { startEmbeddedPostgres } from '@errand/embedded-postgres';
import {
  type ControlPlane,
  type ControlPlaneSecrets,
  createApiClient,
  makeControlPlaneSecrets,
  startControlPlane,
  startOwnDatabase,
} from '@errand/local-installation';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { createAccountLimitStore } from '../../apps/control-plane/src/accounts/account-limits.ts';
import { createAccountStore } from '../../apps/control-plane/src/accounts/account-store.ts';
import { createApiKeyStore } from '../../apps/control-plane/src/api-keys/api-key-store.ts';
import { connectDatabase } from '../../apps/control-plane/src/database/connect-database.ts';
import { recordingOf } from '../bench/queue-service.ts';
import { readServerId } from '../chaos/chaos-database.ts';
import { NO_LOAD_PARAMETERS } from '../chaos/plan-tasks.ts';
import type { ScaleOptions } from './flags.ts';
import { profiledIn } from './profiled-in.ts';

/** Endpoint name of the recording that all accounts have. */
export const ENDPOINT = 'order';

export interface Installation extends AsyncDisposable {
  readonly urls: readonly string[];
  readonly workerUrls: readonly string[];
  readonly workerToken: string;
  readonly apiKeys: readonly string[];
  readonly databaseUrl: string;
  readonly processIds: {
    /** The first process of PostgreSQL, the parent of all others. */
    readonly postgres: number;
    readonly controlPlanes: readonly number[];
  };
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<readonly Row[]>;
}

/** Starts PostgreSQL and control planes as users start them, below `directory`. */
export async function startInstallation(
  directory: string,
  options: ScaleOptions,
): Promise<Installation> {
  await using owned = new AsyncDisposableStack();
  for (const name of ['files', 'profiles']) mkdirSync(join(directory, name), { recursive: true });
  const data = join(directory, 'postgres');
  if (options.isProfiled) await countStatements(data);
  const port = await findFreePort();
  const { url: databaseUrl } = owned.use(
    await startOwnDatabase({ directory: data, port, environment: process.env }),
  );
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // The server may end before an idle connection has noticed that its pool is closed.
  pool.on('error', () => undefined);
  owned.defer(() => pool.end());
  if (options.isProfiled) await pool.query('CREATE EXTENSION pg_stat_statements');
  const secrets = makeControlPlaneSecrets();
  const apps: ControlPlane[] = [];
  for (let number = 1; number <= options.controlPlanes; number += 1) {
    const settings = {
      ...unlimited,
      LEASE_SECONDS: String(options.leaseSeconds),
      ...(options.isProfiled ? profiledIn(directory) : {}),
    };
    const start = { directory, databaseUrl, secrets, number, settings };
    apps.push(owned.use(await startNumbered(start)));
  }
  const urls = apps.map(({ url }) => url);
  const apiKeys = await createAccounts({ databaseUrl, url: urls[0] ?? '' }, options);
  const resources = owned.move();
  return {
    urls,
    workerUrls: apps.map(({ workerUrl }) => workerUrl),
    workerToken: secrets.workerToken,
    apiKeys,
    databaseUrl,
    processIds: {
      postgres: readServerId(data),
      controlPlanes: apps.map(({ processId }) => processId ?? 0),
    },
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function startNumbered(start: {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly secrets: ControlPlaneSecrets;
  readonly number: number;
  readonly settings: Readonly<Record<string, string>>;
}): Promise<ControlPlane> {
  const { directory, databaseUrl, secrets, number, settings } = start;
  const [api = 0, workers = 0] = await findFreePorts(2);
  const name = `control-plane-${number}`;
  return startControlPlane({
    name,
    environment: process.env,
    databaseUrl,
    files: join(directory, 'files'),
    logFile: join(directory, `${name}.log`),
    ports: { api, workers },
    secrets,
    settings,
  });
}

/** Like a deployment, but without the limits that would block load from one address. */
const unlimited = {
  RATE_LIMIT_PER_MINUTE: '0',
  ADDRESS_RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
};

/** Makes the server count statements from its next start, including those inside functions. */
async function countStatements(directory: string): Promise<void> {
  await using server = await startEmbeddedPostgres({ directory, port: await findFreePort() });
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.query(`ALTER SYSTEM SET pg_stat_statements.track = 'all'`);
  await client.end();
}

/** Returns the keys of new accounts that have the recording. */
async function createAccounts(
  { databaseUrl, url }: { readonly databaseUrl: string; readonly url: string },
  { accounts, isUnlimited }: ScaleOptions,
): Promise<string[]> {
  await using database = await connectDatabase({ url: databaseUrl, poolSize: 2 });
  if (isUnlimited) await createAccountLimitStore(database).setDefaults({ maxRunning: 0 });
  const keys: string[] = [];
  for (let number = 1; number <= accounts; number += 1) {
    const { accountId } = await createAccountStore(database).ensure(`scale-${number}`);
    const { key } = await createApiKeyStore(database).create(accountId, { name: 'scale' });
    const recording = recordingOf('http://127.0.0.1:9/', ENDPOINT, 0);
    const parameters = { input_parameters: NO_LOAD_PARAMETERS, generated_parameters: {} };
    const automation = { ...recording.automation, parameters };
    await createApiClient(url, key).post('/api/v1/update_example', { ...recording, automation });
    keys.push(key);
  }
  return keys;
}
