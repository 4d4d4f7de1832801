import { findFreePorts, pickEnvironment, startApp } from '@errand/app-runtime';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createKeyedDatabase } from './create-keyed-database.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = join(ROOT, 'apps/control-plane/src');

type Settings = Readonly<Record<string, string>>;

export interface TestControlPlane extends AsyncDisposable {
  readonly url: string;
  /** Where workers reach it. */
  readonly workerUrl: string;
  readonly workerToken: string;
  /** Of an account that only the caller knows. */
  readonly apiKey: string;
  readonly databaseUrl: string;
  /** Its log, and the files of tasks. */
  readonly directory: string;
  /** Calls the public API; answers status and parsed body. */
  readonly call: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Runs a command of the operator, such as `accounts list`, and returns what it prints. */
  readonly command: (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  /** Ends the process and starts it anew at the same address. */
  readonly restart: () => Promise<void>;
  /** Starts another process on the same database, files and secrets. It belongs to the caller. */
  readonly startSibling: () => Promise<Pick<TestControlPlane, 'url' | 'call'> & AsyncDisposable>;
}

/** Starts the real control plane as a process, on a directory for files of its own and, unless one is given, a database of its own. */
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
  const workerToken = randomBytes(32).toString('base64');
  const shared = { ...sharedSettings(directory), ...settings, WORKER_TOKEN: workerToken };
  const start = async (ports?: readonly number[]) =>
    startProcess(
      { ...shared, DATABASE_URL: databaseUrl },
      { directory, ports: ports ?? (await findFreePorts(2)) },
    );
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
    command: (...args) => runCommand(databaseUrl, args),
    async restart() {
      await main[Symbol.asyncDispose]();
      main = await start(ports);
    },
    async startSibling() {
      const sibling = await start();
      return { ...sibling, call: callAt(sibling.url) };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function sharedSettings(directory: string): Settings {
  return {
    SEALING_KEYS: `test:${randomBytes(32).toString('base64')}`,
    STORAGE_DIRECTORY: join(directory, 'files'),
    STORAGE_SIGNING_KEY: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_ADDRESSES: 'true',
    NODE_ENV: 'development',
  };
}

async function startProcess(
  settings: Settings,
  { directory, ports }: { readonly directory: string; readonly ports: readonly number[] },
) {
  const [port = 0, workerPort = 0] = ports;
  const url = `http://127.0.0.1:${port}`;
  const app = await startApp({
    name: 'control-plane',
    main: join(PROGRAM, 'main.ts'),
    inherited: pickEnvironment(process.env),
    logFile: join(directory, 'control-plane.log'),
    environment: {
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      PUBLIC_URL: url,
      ...settings,
    },
  });
  const workerUrl = `http://127.0.0.1:${workerPort}`;
  return { url, workerUrl, ports, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function createKey(databaseUrl: string): Promise<string> {
  await runCommand(databaseUrl, ['accounts', 'create', 'test']);
  const created = await runCommand(databaseUrl, ['keys', 'create', 'k']);
  return String(created['api_key']);
}

async function runCommand(
  databaseUrl: string,
  args: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(PROGRAM, 'command-line/main.ts'), ...args],
    { env: { ...pickEnvironment(process.env), DATABASE_URL: databaseUrl } },
  );
  return JSON.parse(stdout);
}

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
