import { findFreePorts, pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import type { ControlPlaneSecrets } from '@errand/local-installation';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const HOST = '127.0.0.1';

type Settings = Readonly<Record<string, string>>;

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What all processes of a drill share, whatever their release. */
export interface Site {
  /** Directory for logs, files and scratch space. */
  readonly directory: string;
  /** URL at which clients and workers reach the control planes. */
  readonly publicUrl: string;
  readonly workerUrl: string;
  /** URL where tasks act. */
  readonly siteUrl: string;
  readonly secrets: ControlPlaneSecrets;
}

export interface RunningControlPlane extends AppProcess {
  readonly url: string;
  readonly workersUrl: string;
}

/** A checkout of this repository whose packages are installed. */
export interface Release {
  /** Name for people: a commit or a version. */
  readonly name: string;
  /** Runs an operator command with these settings until it ends. */
  readonly errand: (settings: Settings, ...words: readonly string[]) => Promise<CommandResult>;
  readonly startControlPlane: (site: Site, databaseUrl: string) => Promise<RunningControlPlane>;
  /** A worker of this release that opens no browser: its tasks only wait. */
  readonly startWorker: (site: Site, workerId: string) => Promise<AppProcess>;
}

/** Returns what the command printed. Throws when it failed. */
export function assertDone(result: CommandResult): string {
  if (result.exitCode === 0) return result.stdout;
  throw new Error(`A command ended with ${result.exitCode}: ${result.stderr || result.stdout}`);
}

/** This checkout in its current state. */
export const present: Release = openRelease(
  'this checkout',
  fileURLToPath(new URL('../../', import.meta.url)),
);

export function openRelease(name: string, root: string): Release {
  // Before the command line for users was added, these commands were `errand COMMAND`.
  const adminWords = existsSync(join(root, 'packages/cli')) ? ['admin'] : [];
  return {
    name,
    errand: (settings, ...words) =>
      runCommand(join(root, 'bin/errand'), settings, [...adminWords, ...words]),

    async startControlPlane(site, databaseUrl) {
      const [port = 0, workerPort = 0] = await findFreePorts(2);
      const app = await startApp({
        name: `control plane of ${name}`,
        main: join(root, 'apps/control-plane/src/main.ts'),
        inherited: pickEnvironment(process.env),
        logFile: join(site.directory, 'control-planes.log'),
        environment: {
          ...controlPlaneSettings(site),
          DATABASE_URL: databaseUrl,
          PORT: String(port),
          WORKER_PORT: String(workerPort),
        },
      });
      const workersUrl = `http://${HOST}:${workerPort}`;
      return { ...app, url: `http://${HOST}:${port}`, workersUrl };
    },

    startWorker: (site, workerId) =>
      startApp({
        name: `worker of ${name}`,
        main: join(root, 'scripts/chaos/fake-worker/main.ts'),
        inherited: pickEnvironment(process.env),
        logFile: join(site.directory, 'workers.log'),
        environment: { ...workerSettings(site), WORKER_ID: workerId },
      }),
  };
}

async function runCommand(
  program: string,
  settings: Settings,
  words: readonly string[],
): Promise<CommandResult> {
  const child = spawn(program, words, {
    env: { ...pickEnvironment(process.env), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: Number(exitCode ?? -1), stdout, stderr };
}

function controlPlaneSettings({ directory, publicUrl, secrets }: Site): Settings {
  return {
    HOST,
    PUBLIC_URL: publicUrl,
    WORKER_TOKEN: secrets.workerToken,
    SEALING_KEYS: secrets.sealingKey,
    STORAGE_DIRECTORY: join(directory, 'files'),
    STORAGE_SIGNING_KEY: secrets.storageSigningKey,
    // Without request limits.
    NODE_ENV: 'development',
  };
}

function workerSettings(site: Site): Settings {
  return {
    ALLOW_ROOT: 'true',
    CONTROL_PLANE_URL: site.workerUrl,
    WORKER_TOKEN: site.secrets.workerToken,
    WORKER_SLOTS: '4',
    WORK_DIRECTORY: site.directory,
    SITE_URL: site.siteUrl,
    HISTORY_FILE: join(site.directory, 'history.jsonl'),
  };
}
