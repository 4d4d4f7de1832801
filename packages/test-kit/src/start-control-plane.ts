import { findFreePort, pickEnvironment, startApp } from '@errand/app-runtime';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase } from './create-test-database.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROGRAM = join(ROOT, 'apps/control-plane/src');

export interface TestControlPlane extends AsyncDisposable {
  readonly url: string;
  readonly workerToken: string;
  /** Of an account that only the caller knows. */
  readonly apiKey: string;
  /** Calls the public API; answers status and parsed body. */
  readonly call: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
}

/** Starts the real control plane as a process, on a database and a directory for files of its own. */
export async function startControlPlane(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestControlPlane> {
  await using owned = new AsyncDisposableStack();
  const database = owned.use(await createTestDatabase());
  const directory = mkdtempSync(join(tmpdir(), 'errand-control-plane-'));
  owned.defer(() => rmSync(directory, { recursive: true, force: true }));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const workerToken = randomBytes(32).toString('base64');
  owned.use(
    await startApp({
      name: 'control-plane',
      main: join(PROGRAM, 'main.ts'),
      inherited: pickEnvironment(process.env),
      logFile: join(directory, 'control-plane.log'),
      environment: {
        PORT: String(port),
        PUBLIC_URL: url,
        DATABASE_URL: database.url,
        WORKER_TOKEN: workerToken,
        SEALING_KEYS: `test:${randomBytes(32).toString('base64')}`,
        STORAGE_DIRECTORY: join(directory, 'files'),
        STORAGE_SIGNING_KEY: randomBytes(32).toString('base64'),
        ALLOW_PRIVATE_ADDRESSES: 'true',
        VALIDATE_RESPONSES: 'true',
        ...settings,
      },
    }),
  );
  const apiKey = await createKey(database.url);
  const resources = owned.move();
  return {
    url,
    workerToken,
    apiKey,
    call: (method, path, body) => callApi(url, apiKey, { method, path, body }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function createKey(databaseUrl: string): Promise<string> {
  await runCommand(databaseUrl, ['create-account', '--name', 'test']);
  const created = await runCommand(databaseUrl, ['create-key', '--account', 'test', '--name', 'k']);
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
