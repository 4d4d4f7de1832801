import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FleetOptions } from './flags.ts';

const WORKER = fileURLToPath(new URL('../../apps/worker/src/main.ts', import.meta.url));

/**
 * Settings that a worker must not have: those of the fleet, and the credentials of the control
 * plane, which operators set for other commands and which `errand admin` reads from a running
 * `npm start`.
 */
const KEPT_SETTINGS = [
  'ADMIN_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'ERRAND_URL',
  'GATEWAY_TOKEN',
  'ONEPASSWORD_CONNECT_TOKEN',
  'OP_SERVICE_ACCOUNT_TOKEN',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SEALING_KEYS',
  'SMTP_URL',
  'STORAGE_SIGNING_KEY',
  'STREAM_SIGNING_KEYS',
].flatMap((name) => [name, `${name}_FILE`]);

/** A worker as a child process, or as a container whose `podman run` is the child process. */
export interface WorkerProcess {
  readonly id: string;
  /** When the worker was started, in milliseconds of the monotonic clock. */
  readonly startedAt: number;
  /** Resolves with how the process ended: its exit code or the signal's name. */
  readonly ended: Promise<number | string>;
  /** Asks the worker to stop, and kills it after the grace period. May be repeated. */
  readonly stop: () => void;
}

/** The worker's output goes to the fleet's. */
export function startWorker(
  id: string,
  options: Pick<FleetOptions, 'slots' | 'labels' | 'graceSeconds' | 'image' | 'podmanArgs'>,
  environment: NodeJS.ProcessEnv,
): WorkerProcess {
  const { graceSeconds, image } = options;
  const settings = workerSettings(id, options, environment);
  const [command, args] =
    image === undefined
      ? [process.execPath, [WORKER]]
      : ['podman', podmanArguments(id, { ...options, image }, Object.keys(settings))];
  // Its own process group: Ctrl-C reaches only the fleet, which then drains the workers.
  const child = spawn(command, args, {
    detached: true,
    env: {
      ...environment,
      ...settings,
      ...Object.fromEntries(KEPT_SETTINGS.map((name) => [name, undefined])),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | string>();
  let kill: NodeJS.Timeout | undefined;
  const end = (how: number | string): void => {
    clearTimeout(kill);
    resolve(how);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(code ?? signal ?? 'unknown'));
  return {
    id,
    startedAt: performance.now(),
    ended,
    stop() {
      if (kill !== undefined) return;
      child.kill('SIGTERM');
      kill = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1_000);
    },
  };
}

function workerSettings(
  id: string,
  { slots, labels }: Pick<FleetOptions, 'slots' | 'labels'>,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  return {
    ...(environment['CONTROL_PLANE_URL'] !== undefined && {
      CONTROL_PLANE_URL: environment['CONTROL_PLANE_URL'],
    }),
    ...(environment['WORKER_TOKEN'] !== undefined && { WORKER_TOKEN: environment['WORKER_TOKEN'] }),
    WORKER_ID: id,
    WORKER_SLOTS: String(slots),
    ...(labels !== '' && { WORKER_LABELS: labels }),
  };
}

/** The values of the settings stay in the environment, where other users cannot read them. */
export function podmanArguments(
  id: string,
  options: Pick<FleetOptions, 'graceSeconds' | 'podmanArgs'> & { readonly image: string },
  settings: readonly string[],
): readonly string[] {
  const { graceSeconds, podmanArgs, image } = options;
  return [
    'run',
    '--rm',
    '--name',
    id,
    '--init',
    '--stop-timeout',
    String(graceSeconds),
    ...settings.flatMap((name) => ['--env', name]),
    ...podmanArgs,
    image,
  ];
}
