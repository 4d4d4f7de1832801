import {
  createApiClient,
  createApiKey,
  makeControlPlaneSecrets,
  startControlPlane,
  startWorker,
  type ControlPlaneSecrets,
} from '@errand/local-installation';
import { findFreePorts } from '@errand/app-runtime';
import type { SampleRecording } from '@errand/sample-site';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { startChaosDatabase, type ChaosDatabase } from './chaos-database.ts';
import type { ChaosOptions } from './flags.ts';
import { loadRecordings } from './load-recordings.ts';
import { startReplica, type Replica } from './replica.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const ACCOUNTS = 2;

export interface ChaosWorker extends Replica {
  /** Unchanged by restarts, as in a stateful set: only the epoch distinguishes attempts. */
  readonly workerId: string;
  /** The network between this worker and the control planes. */
  readonly network: TcpProxy;
}

/**
 * Everything that can break, and an address for clients that survives the loss of a control plane.
 */
export interface ChaosInstallation extends AsyncDisposable {
  readonly apiUrl: string;
  /** One per account. Each account has all recordings. */
  readonly apiKeys: readonly string[];
  /** Signing secrets of all accounts. */
  readonly signingSecrets: readonly string[];
  readonly recordings: readonly SampleRecording[];
  readonly database: ChaosDatabase;
  readonly controlPlanes: readonly Replica[];
  readonly workers: readonly ChaosWorker[];
  /** Where workers without a browser write their lines. */
  readonly executionFiles: readonly string[];
}

interface Context {
  readonly directory: string;
  readonly options: ChaosOptions;
  readonly secrets: ControlPlaneSecrets;
  readonly siteUrl: string;
  readonly onCrash: (text: string) => void;
}

/** Starts the installation below `directory`, which all its processes have in their settings. */
export async function startChaosInstallation(
  directory: string,
  options: ChaosOptions,
  outside: { readonly siteUrl: string; readonly onCrash: (text: string) => void },
): Promise<ChaosInstallation> {
  await using owned = new AsyncDisposableStack();
  for (const name of ['logs', 'files', 'work', 'executions']) mkdirSync(join(directory, name));
  const context = {
    directory,
    options,
    secrets: makeControlPlaneSecrets(),
    ...outside,
  };
  const database = owned.use(await startChaosDatabase(directory));
  const ports = await findFreePorts(options.controlPlanes);
  const workerPorts = await findFreePorts(options.controlPlanes);
  const front = owned.use(await startTcpProxy(ports));
  const shared = { database, ports, workerPorts, url: front.url };
  const controlPlanes = await startControlPlanes(context, shared);
  for (const replica of controlPlanes) owned.use(replica);
  const recordings = loadRecordings(options.engine, outside.siteUrl);
  const apiKeys = await createAccounts(database.url);
  const signingSecrets: string[] = [];
  for (const apiKey of apiKeys) {
    const api = createApiClient(front.url, apiKey);
    for (const recording of recordings) await api.post('/api/v1/update_example', recording);
    signingSecrets.push(...readSecrets(await api.get('/api/v1/signing_secrets')));
  }
  const workers: ChaosWorker[] = [];
  const executionFiles: string[] = [];
  for (let number = 1; number <= options.workers; number += 1) {
    const network = owned.use(await startTcpProxy(workerPorts));
    const file = join(directory, 'executions', `worker-${number}.jsonl`);
    executionFiles.push(file);
    workers.push(owned.use(await startChaosWorker(context, { number, network, file })));
  }
  const resources = owned.move();
  return {
    apiUrl: front.url,
    apiKeys,
    signingSecrets,
    recordings,
    database,
    controlPlanes,
    workers,
    executionFiles,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function startControlPlanes(
  { directory, options, secrets, onCrash }: Context,
  shared: {
    readonly database: ChaosDatabase;
    readonly ports: readonly number[];
    readonly workerPorts: readonly number[];
    readonly url: string;
  },
): Promise<Replica[]> {
  const settings = {
    PUBLIC_URL: shared.url,
    LEASE_SECONDS: String(options.leaseSeconds),
    RATE_LIMIT_PER_MINUTE: '0',
    ADDRESS_RATE_LIMIT_PER_MINUTE: '0',
    NODE_ENV: 'development',
  };
  const replicas: Replica[] = [];
  for (const [index, port] of shared.ports.entries()) {
    const name = `control-plane-${index + 1}`;
    const launch = () =>
      startControlPlane({
        name,
        environment: process.env,
        databaseUrl: shared.database.url,
        files: join(directory, 'files'),
        logFile: join(directory, 'logs', `${name}.log`),
        ports: { api: port, workers: shared.workerPorts[index] ?? 0 },
        secrets,
        settings,
      });
    replicas.push(await startReplica(name, launch, onCrash));
  }
  return replicas;
}

async function startChaosWorker(
  { directory, options, secrets, siteUrl, onCrash }: Context,
  { number, network, file }: { number: number; network: TcpProxy; file: string },
): Promise<ChaosWorker> {
  const name = `worker-${number}`;
  const workerId = `chaos-${name}`;
  const launch = () =>
    startWorker({
      ...(options.engine === 'fake' && { main: 'scripts/chaos/fake-worker/main.ts' }),
      name,
      environment: process.env,
      logFile: join(directory, 'logs', `${name}.log`),
      controlPlaneUrl: network.url,
      token: secrets.workerToken,
      workerId,
      workDirectory: join(directory, 'work'),
      settings: {
        WORKER_SLOTS: String(options.slots),
        HISTORY_FILE: file,
        SITE_URL: siteUrl,
      },
    });
  return { ...(await startReplica(name, launch, onCrash)), workerId, network };
}

const secretsAnswer = z.object({ signing_secrets: z.array(z.object({ secret: z.string() })) });

function readSecrets(answer: unknown): string[] {
  return secretsAnswer.parse(answer).signing_secrets.map(({ secret }) => secret);
}

async function createAccounts(databaseUrl: string): Promise<string[]> {
  const keys: string[] = [];
  for (let number = 1; number <= ACCOUNTS; number += 1) {
    keys.push(
      await createApiKey({ databaseUrl, environment: process.env }, { account: `chaos-${number}` }),
    );
  }
  return keys;
}
