import { findFreePort, findFreePorts } from '@errand/app-runtime';
import {
  type ControlPlaneSecrets,
  createApiClient,
  createApiKey,
  makeControlPlaneSecrets,
  runOperatorCommand,
  startControlPlane,
  startOwnDatabase,
} from '@errand/local-installation';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';

const EMPTY = 'errand';

export interface BenchServer extends AsyncDisposable {
  /** Scratch space, removed at the end unless it is kept. */
  readonly directory: string;
  /** Secrets of the control plane; the same in every run with a kept folder. */
  readonly secrets: ControlPlaneSecrets;
  /**
   * Creates a migrated database, or a copy of another one that has no connections. A kept database
   * is used again.
   */
  readonly createDatabase: (name: string, template?: string) => Promise<string>;
}

/**
 * Starts an embedded PostgreSQL for the measured databases. `keep` is a folder that the next run
 * reuses.
 */
export async function startBenchServer(keep?: string): Promise<BenchServer> {
  await using owned = new AsyncDisposableStack();
  const directory = keep === undefined ? makeScratch(owned) : resolve(keep);
  mkdirSync(directory, { recursive: true });
  const { server } = owned.use(
    await startOwnDatabase({
      directory: join(directory, 'postgres'),
      port: await findFreePort(),
      environment: process.env,
      name: EMPTY,
    }),
  );
  const resources = owned.move();
  return {
    directory,
    secrets: keepSecrets(join(directory, 'secrets.json')),
    async createDatabase(name, template = EMPTY) {
      const client = new pg.Client({ connectionString: server.urlOf('postgres') });
      await client.connect();
      try {
        const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
          name,
        ]);
        if (rowCount === 0) await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
      } finally {
        await client.end();
      }
      const databaseUrl = server.urlOf(name);
      // A kept database may be older than this checkout.
      await runOperatorCommand({ databaseUrl, environment: process.env }, ['database', 'migrate']);
      return databaseUrl;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function makeScratch(owned: AsyncDisposableStack): string {
  const directory = mkdtempSync(join(tmpdir(), 'errand-bench-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The keys of an earlier run open what that run sealed. */
function keepSecrets(file: string): ControlPlaneSecrets {
  if (!existsSync(file)) {
    writeFileSync(file, JSON.stringify(makeControlPlaneSecrets()), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ControlPlaneSecrets;
}

export interface BenchService extends AsyncDisposable {
  readonly url: string;
  /** URL at which workers reach the control plane. */
  readonly workerUrl: string;
  readonly apiKey: string;
  readonly workerToken: string;
  readonly databaseUrl: string;
  readonly processId: number;
}

/**
 * Starts the control plane as a process, with two recordings of the page: `order` ends immediately,
 * `sleeper` after ten minutes.
 */
export async function startBenchService(
  server: BenchServer,
  databaseUrl: string,
  pageUrl: string,
): Promise<BenchService> {
  const { secrets } = server;
  const [api = 0, workers = 0] = await findFreePorts(2);
  const files = join(server.directory, 'files');
  mkdirSync(files, { recursive: true });
  const app = await startControlPlane({
    environment: process.env,
    databaseUrl,
    files,
    logFile: join(server.directory, 'control-plane.log'),
    ports: { api, workers },
    secrets,
    // Like a deployment, but without the limits that would block load from one address.
    settings: {
      RATE_LIMIT_PER_MINUTE: '0',
      ADDRESS_RATE_LIMIT_PER_MINUTE: '0',
      MAX_EVENT_STREAMS: '100000',
      MAX_EVENT_STREAMS_PER_ACCOUNT: '100000',
      LOG_LEVEL: 'warn',
    },
  });
  const { url, workerUrl } = app;
  try {
    const apiKey = await createApiKey(
      { databaseUrl, environment: process.env },
      { account: 'bench' },
    );
    const client = createApiClient(url, apiKey);
    await client.post('/api/v1/update_example', recordingOf(pageUrl, 'order', 0));
    await client.post('/api/v1/update_example', recordingOf(pageUrl, 'sleeper', SLEEP_SECONDS));
    return {
      url,
      workerUrl,
      apiKey,
      workerToken: secrets.workerToken,
      databaseUrl,
      processId: app.processId ?? NaN,
      [Symbol.asyncDispose]: () => stop(app),
    };
  } catch (error) {
    await app[Symbol.asyncDispose]();
    throw error;
  }
}

async function stop(app: AsyncDisposable): Promise<void> {
  await app[Symbol.asyncDispose]();
}

/** How long the recording `sleeper` takes. */
const SLEEP_SECONDS = 600;

/** Returns a recording in the form that `update_example` accepts. */
export function recordingOf(url: string, endpointName: string, seconds: number) {
  return {
    endpoint_name: endpointName,
    description: 'Sleeps.',
    automation: {
      url,
      parameters: { input_parameters: { login: [] }, generated_parameters: {} },
      nodes: [{ type: 'action_node', sleep_action: { sleep_time: seconds }, end_sleep_time: 0 }],
      take_final_screenshot: false,
    },
  };
}
