import {
  choosePorts,
  createApiClient,
  createApiKey,
  openDataDirectory,
  startControlPlane,
  startLocalInference,
  startStreamGateway,
  startWorker,
  type ControlPlane,
  type DataDirectory,
  type Ports,
  type PortSetting,
} from '@errand/local-installation';
import { pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import { sampleRecordings, type SampleRecording } from '@errand/sample-site';
import { join } from 'node:path';
import { z } from 'zod';
import type { Installation } from './announce.ts';
import { chooseSettings, type ChosenSettings } from './choose-settings.ts';
import { openDatabase } from './database.ts';
import type { Flags } from './flags.ts';
import type { Submission } from './sample-task.ts';

const HOST = '127.0.0.1';
const ACCOUNT_NAME = 'local';

export interface RunningInstallation extends Installation, AsyncDisposable {
  /** Resolves with a sentence when a part ends unexpectedly. */
  readonly failed: Promise<string>;
}

interface Context {
  readonly root: string;
  readonly flags: Flags;
  readonly ports: Ports;
  readonly directory: DataDirectory;
  readonly databaseUrl: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The user's settings by app. They override the defaults below. */
  readonly settings: ChosenSettings['apps'];
}

/**
 * Starts every part on this machine. The first time, also creates an account. Stores the sample
 * recordings.
 */
export async function startInstallation(
  root: string,
  flags: Flags,
  environment: NodeJS.ProcessEnv,
): Promise<RunningInstallation> {
  await using owned = new AsyncDisposableStack();
  const directory = owned.use(openDataDirectory(flags.dataDirectory));
  const ports = await choosePorts(flags.autoPorts, environment);
  const database = owned.use(
    await openDatabase({
      directory: join(directory.path, 'postgres'),
      port: ports.POSTGRES_PORT,
      url: environment['DATABASE_URL'],
    }),
  );
  owned.use(directory.publishDatabase(database.url));
  const databaseUrl = database.url;
  const { apps: settings } = chooseSettings(environment);
  const context = { root, flags, ports, directory, databaseUrl, environment, settings };
  const apps = await startApps(context, owned);
  const apiUrl = urlOf(ports.API_PORT);
  const sampleSiteUrl = urlOf(ports.SAMPLE_SITE_PORT);
  const apiKey = await ensureApiKey(context, apiUrl);
  apps.push(owned.use(await startLocalServer(context, apiKey)));
  const recordings = sampleRecordings(sampleSiteUrl);
  const api = createApiClient(apiUrl, apiKey);
  for (const recording of recordings) await api.post('/api/v1/update_example', recording);
  const resources = owned.move();
  return {
    apiUrl,
    streamUrl: streamUrlOf(ports),
    sampleSiteUrl,
    localInferenceUrl: urlOf(ports.LOCAL_INFERENCE_PORT),
    apiKey,
    dataDirectory: directory.path,
    sample: submissionOf(recordings[0]),
    failed: Promise.race([database.failed, ...apps.map(({ failed }) => failed)]),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/**
 * Starts the control plane first, because the others call it. Teardown is in reverse, so workers
 * can report.
 */
async function startApps(context: Context, owned: AsyncDisposableStack): Promise<AppProcess[]> {
  const controlPlane = owned.use(await startLocalControlPlane(context));
  const workers = Array.from({ length: context.flags.workers }, (_, index) => index + 1);
  const others = await Promise.all(
    [
      startSampleSite(context),
      startLocalGateway(context),
      ...workers.map((number) => startLocalWorker(context, number)),
    ].map(async (starting) => owned.use(await starting)),
  );
  return [controlPlane, ...others];
}

function logFileOf({ directory }: Context, name: string): string {
  return join(directory.folder('logs'), `${name}.log`);
}

/** What every process is started with. */
function launchOf(context: Context, name: string) {
  return { name, environment: context.environment, logFile: logFileOf(context, name) };
}

function startLocalControlPlane(context: Context): Promise<ControlPlane> {
  const { ports, directory, databaseUrl, settings } = context;
  const { secrets } = directory;
  const given = settings['control-plane'];
  return startControlPlane({
    ...launchOf(context, 'control-plane'),
    databaseUrl,
    // Files are stored either in the user's bucket or in this folder.
    files: given['S3_ENDPOINT'] === undefined ? directory.folder('files') : undefined,
    ports: { api: ports.API_PORT, workers: ports.WORKER_PORT },
    secrets,
    settings: {
      GATEWAY_TOKEN: secrets.gatewayToken,
      STREAM_PUBLIC_URL: streamUrlOf(ports),
      STREAM_SIGNING_KEYS: secrets.streamSigningKeys,
      NODE_ENV: 'development',
      ...given,
    },
  });
}

function startLocalWorker(context: Context, number: number): Promise<AppProcess> {
  const { flags, ports, directory, settings } = context;
  return startWorker({
    ...launchOf(context, `worker-${number}`),
    controlPlaneUrl: urlOf(ports.WORKER_PORT),
    token: directory.secrets.workerToken,
    workerId: `local-${process.pid}-${number}`,
    workDirectory: directory.folder('work'),
    settings: {
      ...settings.worker,
      ...(flags.slots !== undefined && { WORKER_SLOTS: String(flags.slots) }),
      BROWSER_CLOSED_ADDRESSES: closedAddresses(ports, settings.worker),
    },
  });
}

function startLocalServer(context: Context, apiKey: string): Promise<AppProcess> {
  const { ports, directory, settings } = context;
  const given = settings['local-inference'];
  return startLocalInference({
    ...launchOf(context, 'local-inference'),
    controlPlaneUrl: urlOf(ports.API_PORT),
    apiKey,
    port: ports.LOCAL_INFERENCE_PORT,
    directory: directory.folder('local-inference'),
    workDirectory: directory.folder('work'),
    settings: {
      LOCAL_INFERENCE_HOST: HOST,
      ...given,
      BROWSER_CLOSED_ADDRESSES: closedAddresses(ports, given),
    },
  });
}

/**
 * Every address that this installation listens on except the sample site, and those that the user
 * closes.
 */
function closedAddresses(
  { SAMPLE_SITE_PORT: _open, ...ports }: Ports,
  { BROWSER_CLOSED_ADDRESSES: more }: Readonly<Record<string, string>>,
): string {
  const own = Object.values(ports).map((port) => `${HOST}:${port}`);
  return [...own, ...(more === undefined ? [] : [more])].join(',');
}

function startLocalGateway(context: Context): Promise<AppProcess> {
  const { ports, directory, settings } = context;
  return startStreamGateway({
    ...launchOf(context, 'stream-gateway'),
    controlPlaneUrl: urlOf(ports.API_PORT),
    token: directory.secrets.gatewayToken,
    verifyingKeys: directory.secrets.streamVerifyingKeys,
    ports: { viewers: ports.STREAM_PORT, metrics: ports.STREAM_METRICS_PORT },
    settings: {
      HOST,
      // People open the live page under either name.
      ALLOWED_ORIGINS: `${urlOf(ports.API_PORT)},http://localhost:${ports.API_PORT}`,
      ...settings['stream-gateway'],
    },
  });
}

function startSampleSite(context: Context): Promise<AppProcess> {
  const { name, logFile } = launchOf(context, 'sample-site');
  return startApp({
    name,
    logFile,
    main: join(context.root, 'packages/sample-site/src/main.ts'),
    args: ['--port', String(context.ports.SAMPLE_SITE_PORT), '--host', HOST],
    inherited: pickEnvironment(context.environment),
    environment: {},
  });
}

/** Returns the API key of an earlier start if this database still knows it, else a new one. */
async function ensureApiKey(context: Context, apiUrl: string): Promise<string> {
  const { apiKey } = context.directory.secrets;
  if (apiKey !== undefined && (await isKnown(apiUrl, apiKey))) return apiKey;
  const options = { account: ACCOUNT_NAME, name: 'npm start' };
  const created = await createApiKey(context, options);
  context.directory.saveApiKey(created);
  return created;
}

async function isKnown(apiUrl: string, apiKey: string): Promise<boolean> {
  const answer = await createApiClient(apiUrl, apiKey).post('/api/v1/validate_api_key', apiKey);
  return z.object({ valid: z.boolean() }).parse(answer).valid;
}

function submissionOf(recording: SampleRecording | undefined): Submission {
  if (!recording) throw new Error('The sample site has no recordings.');
  return {
    endpoint_name: recording.endpoint_name,
    input_parameters: recording.automation.parameters.input_parameters,
    unique_parameter_names: ['email'],
  };
}

function streamUrlOf(ports: Ports): string {
  return urlOf(ports.STREAM_PORT).replace('http', 'ws');
}

function urlOf(port: Ports[PortSetting]): string {
  return `http://${HOST}:${port}`;
}
