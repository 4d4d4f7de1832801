import { pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DataDirectory, FILES } from './data-directory.ts';
import type { Ports, PortSetting } from './ports.ts';
import { startControlPlane, type ControlPlane } from './start-control-plane.ts';
import { startLocalInference } from './start-local-inference.ts';
import { startStreamGateway } from './start-stream-gateway.ts';
import { startWorker } from './start-worker.ts';
import { portsOfWorker } from './worker-ports.ts';

const HOST = '127.0.0.1';
const SAMPLE_SITE = fileURLToPath(new URL('../../sample-site/src/main.ts', import.meta.url));

type Settings = Readonly<Record<string, string>>;

/** The user's settings, by app. They override those of the installation. */
export interface AppSettings {
  readonly 'control-plane': Settings;
  readonly 'stream-gateway': Settings;
  readonly worker: Settings;
  readonly 'local-inference': Settings;
}

/** What the apps of an installation have in common. */
export interface AppsContext {
  readonly ports: Ports;
  readonly directory: DataDirectory;
  readonly databaseUrl: string;
  /** Environment of this process: see `pickEnvironment`. */
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: AppSettings;
  /** Number of worker processes. */
  readonly workers: number;
  /** Tasks that each worker runs concurrently. Undefined: the worker's setting decides. */
  readonly slots: number | undefined;
  /** Ends what is still starting. */
  readonly givenUp: AbortSignal;
}

/** Starts the apps that need no API key. They call the control plane, and wait for it to start. */
export function startOthers(context: AppsContext): readonly Promise<AppProcess>[] {
  const workers = Array.from({ length: context.workers }, (_, index) => index + 1);
  return [
    startLocalGateway(context),
    ...workers.map((number) => startLocalWorker(context, number)),
  ];
}

/** Takes ownership of an app that is still starting: it is stopped if another app fails first. */
export function ownStarting(
  owned: AsyncDisposableStack,
  starting: Promise<AppProcess>,
): Promise<AppProcess> {
  // The caller that waits for the start reports the error.
  starting.catch(() => undefined);
  owned.defer(async () => {
    const [started] = await Promise.allSettled([starting]);
    if (started.status === 'fulfilled') await started.value[Symbol.asyncDispose]();
  });
  return starting;
}

function logFileOf({ directory }: Pick<AppsContext, 'directory'>, name: string): string {
  return join(directory.folder('logs'), `${name}.log`);
}

/** Returns what every process is started with. */
function launchOf(
  context: Pick<AppsContext, 'directory' | 'environment' | 'givenUp'>,
  name: string,
) {
  const { environment, givenUp: signal } = context;
  return { name, environment, logFile: logFileOf(context, name), signal };
}

export function startLocalControlPlane(context: AppsContext): Promise<ControlPlane> {
  const { ports, directory, databaseUrl, settings } = context;
  const { secrets } = directory;
  const given = settings['control-plane'];
  return startControlPlane({
    ...launchOf(context, 'control-plane'),
    databaseUrl,
    // Files are stored either in the user's bucket or in this folder.
    files: given['S3_ENDPOINT'] === undefined ? directory.folder(FILES) : undefined,
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

function startLocalWorker(context: AppsContext, number: number): Promise<AppProcess> {
  const { ports, directory, settings, slots } = context;
  return startWorker({
    ...launchOf(context, `worker-${number}`),
    controlPlaneUrl: urlOf(ports.WORKER_PORT),
    token: directory.secrets.workerToken,
    workerId: `local-${process.pid}-${number}`,
    workDirectory: directory.folder('work'),
    settings: {
      ...settings.worker,
      ...portsOfWorker(settings.worker, number),
      ...(slots !== undefined && { WORKER_SLOTS: String(slots) }),
      BROWSER_CLOSED_ADDRESSES: closedAddresses(ports, settings.worker),
    },
  });
}

export function startLocalServer(context: AppsContext, apiKey: string): Promise<AppProcess> {
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
 * Returns the addresses that tasks must not reach: those of this installation except the sample
 * site's, and those that the user closes.
 */
function closedAddresses(
  { SAMPLE_SITE_PORT: _open, ...ports }: Ports,
  { BROWSER_CLOSED_ADDRESSES: more }: Settings,
): string {
  const own = Object.values(ports).map((port) => `${HOST}:${port}`);
  return [...own, ...(more === undefined ? [] : [more])].join(',');
}

function startLocalGateway(context: AppsContext): Promise<AppProcess> {
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

export function startSampleSite(
  context: Pick<AppsContext, 'directory' | 'environment' | 'ports'>,
): Promise<AppProcess> {
  const name = 'sample-site';
  return startApp({
    name,
    logFile: logFileOf(context, name),
    main: SAMPLE_SITE,
    args: ['--port', String(context.ports.SAMPLE_SITE_PORT), '--host', HOST],
    inherited: pickEnvironment(context.environment),
    environment: {},
  });
}

export function streamUrlOf(ports: Ports): string {
  return urlOf(ports.STREAM_PORT).replace('http', 'ws');
}

export function urlOf(port: Ports[PortSetting]): string {
  return `http://${HOST}:${port}`;
}
