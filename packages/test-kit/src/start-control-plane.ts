import { findFreePorts } from '@errand/app-runtime';
import {
  createApiKey,
  makeControlPlaneSecrets,
  runOperatorCommand,
  startControlPlane as startLocally,
} from '@errand/local-installation';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyedDatabase } from './create-keyed-database.ts';

type Settings = Readonly<Record<string, string>>;

export interface TestControlPlane extends AsyncDisposable {
  readonly url: string;
  /** URL for workers. */
  readonly workerUrl: string;
  readonly workerToken: string;
  /** API key of an account for this caller only. */
  readonly apiKey: string;
  readonly databaseUrl: string;
  /** Holds its log and the files of tasks. */
  readonly directory: string;
  /** Calls the public API; returns status and parsed body. */
  readonly call: (
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Runs an operator command, such as `accounts list`, and returns its parsed output. */
  readonly command: (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  /** Restarts the process at the same address. */
  readonly restart: () => Promise<void>;
  /**
   * Starts another process on the same database, files and secrets, with these settings in place of
   * its own. The caller disposes it.
   */
  readonly startSibling: (
    settings?: Settings,
  ) => Promise<Pick<TestControlPlane, 'url' | 'workerUrl' | 'call'> & AsyncDisposable>;
}

/**
 * Starts the real control plane as a process, with its own directory for files and, unless one is
 * given, its own database.
 */
export async function startControlPlane(
  settings: Settings = {},
  options: { readonly databaseUrl?: string } = {},
): Promise<TestControlPlane> {
  await using owned = new AsyncDisposableStack();
  const keyed =
    options.databaseUrl === undefined
      ? owned.use(await createKeyedDatabase({ createKey }))
      : undefined;
  const databaseUrl = options.databaseUrl ?? keyed?.url ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'errand-control-plane-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const secrets = makeControlPlaneSecrets();
  const { workerToken } = secrets;
  const start = async (ports?: readonly number[], more: Settings = {}) => {
    const [api = 0, workers = 0] = ports ?? (await findFreePorts(2));
    const started = await startLocally({
      environment: process.env,
      databaseUrl,
      files: join(directory, 'files'),
      logFile: join(directory, 'control-plane.log'),
      ports: { api, workers },
      secrets,
      settings: { NODE_ENV: 'development', ...settings, ...more, WORKER_TOKEN: workerToken },
    });
    return { ...started, ports: [api, workers] };
  };
  let main = await start();
  owned.defer(() => main[Symbol.asyncDispose]());
  const { url, workerUrl, ports } = main;
  const apiKey = keyed?.apiKey ?? (await createKey(databaseUrl));
  const callAt =
    (address: string): TestControlPlane['call'] =>
    (method, path, body) =>
      callApi(address, apiKey, { method, path, body });
  const resources = owned.move();
  return {
    url,
    workerUrl,
    workerToken,
    apiKey,
    databaseUrl,
    directory,
    call: callAt(url),
    command: (...args) => runOperatorCommand({ databaseUrl, environment: process.env }, args),
    async restart() {
      await main[Symbol.asyncDispose]();
      main = await start(ports);
    },
    async startSibling(more) {
      const sibling = await start(undefined, more);
      return { ...sibling, call: callAt(sibling.url) };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const createKey = (databaseUrl: string) =>
  createApiKey({ databaseUrl, environment: process.env }, { account: 'test', name: 'k' });

async function callApi(
  url: string,
  apiKey: string,
  request: { readonly method: string; readonly path: string; readonly body: unknown },
) {
  const response = await fetch(url + request.path, {
    method: request.method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}
