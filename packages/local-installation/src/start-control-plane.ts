import type { AppProcess } from '@errand/app-runtime';
import { launchApp, type LaunchOptions } from './launch-app.ts';
import type { ControlPlaneSecrets } from './secrets.ts';

const HOST = '127.0.0.1';

export interface ControlPlane extends AppProcess {
  readonly url: string;
  /** URL for workers. */
  readonly workerUrl: string;
}

export interface ControlPlaneOptions extends Omit<LaunchOptions, 'name'> {
  /** Default `control-plane`. */
  readonly name?: string;
  readonly databaseUrl: string;
  /** Folder of task files; undefined: `settings` name another store. */
  readonly files: string | undefined;
  readonly ports: { readonly api: number; readonly workers: number };
  readonly secrets: ControlPlaneSecrets;
}

/**
 * Starts the control plane as a local process and waits until it is ready. Unless `settings` say
 * otherwise, it may reach private addresses and does not run in development mode.
 */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { name = 'control-plane', databaseUrl, files, ports, secrets } = options;
  const url = `http://${HOST}:${ports.api}`;
  const main = 'apps/control-plane/src/main.ts';
  const app = await launchApp(
    main,
    { ...options, name },
    {
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
    },
  );
  return { ...app, url, workerUrl: `http://${HOST}:${ports.workers}` };
}
