import { pickEnvironment, startApp, type AppProcess } from '@errand/app-runtime';
import { fileURLToPath } from 'node:url';
import type { ControlPlaneSecrets } from './secrets.ts';

const MAIN = fileURLToPath(new URL('../../../apps/control-plane/src/main.ts', import.meta.url));
const HOST = '127.0.0.1';

export interface ControlPlane extends AppProcess {
  readonly url: string;
  /** URL for workers. */
  readonly workerUrl: string;
}

export interface ControlPlaneOptions {
  /** Name of the process in messages. Default `control-plane`. */
  readonly name?: string;
  /** Environment of this process: see `pickEnvironment`. */
  readonly environment: NodeJS.ProcessEnv;
  readonly databaseUrl: string;
  /** Folder of task files; undefined: `settings` name another store. */
  readonly files: string | undefined;
  readonly logFile: string;
  readonly ports: { readonly api: number; readonly workers: number };
  readonly secrets: ControlPlaneSecrets;
  /**
   * Override the defaults of a local control plane: it may reach private addresses, and is not in
   * development.
   */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts the control plane as a local process and waits until it is ready. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { name = 'control-plane', databaseUrl, files, logFile, ports, secrets } = options;
  const url = `http://${HOST}:${ports.api}`;
  const app = await startApp({
    name,
    main: MAIN,
    inherited: pickEnvironment(options.environment),
    logFile,
    environment: {
      PORT: String(ports.api),
      WORKER_PORT: String(ports.workers),
      HOST,
      PUBLIC_URL: url,
      DATABASE_URL: databaseUrl,
      WORKER_TOKEN: secrets.workerToken,
      SEALING_KEYS: secrets.sealingKey,
      ...(files !== undefined && { STORAGE_DIRECTORY: files }),
      STORAGE_SIGNING_KEY: secrets.storageSigningKey,
      ALLOW_PRIVATE_ADDRESSES: 'true',
      ...options.settings,
    },
  });
  return { ...app, url, workerUrl: `http://${HOST}:${ports.workers}` };
}
