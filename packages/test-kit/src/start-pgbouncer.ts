import { findFreePort } from '@errand/app-runtime';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from './poll-until.ts';
import { isListening } from './server-process/is-listening.ts';
import { startServerProcess } from './server-process/start-server-process.ts';

interface PgbouncerOptions {
  /** Maximum connections to the database. */
  readonly poolSize: number;
  /** Startup parameters to accept without effect. Default: none. */
  readonly ignoredParameters?: readonly string[];
}

/**
 * Starts a real PgBouncer that pools transactions of the database at `url`. Returns its own URL,
 * for any user and password.
 */
export async function startPgbouncer(
  url: string,
  { poolSize, ignoredParameters = [] }: PgbouncerOptions,
): Promise<AsyncDisposable & { readonly url: string }> {
  await using owned = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'errand-pgbouncer-'));
  owned.defer(() => rm(directory, { recursive: true, force: true }));
  // PgBouncer refuses to run as root, and another user must read its settings.
  await chmod(directory, 0o755);
  const { hostname, port: serverPort, username, password, pathname } = new URL(url);
  const port = await findFreePort();
  const file = join(directory, 'pgbouncer.ini');
  const server = `host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    '[databases]',
    `${pathname.slice(1)} = ${server} dbname=${pathname.slice(1)}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 500',
    `default_pool_size = ${poolSize}`,
    ...(ignoredParameters.length > 0
      ? [`ignore_startup_parameters = ${ignoredParameters.join(',')}`]
      : []),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const process_ = owned.use(
    startServerProcess({
      program: '/usr/sbin/pgbouncer',
      programArguments: [file],
      logFile: join(directory, 'pgbouncer.log'),
      user: process.getuid?.() === 0 ? 'daemon' : undefined,
    }),
  );
  await pollUntil('PgBouncer listens', async () => {
    await process_.assertRunning();
    return (await isListening(port)) ? true : undefined;
  });
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${port}`;
  const resources = owned.move();
  return { url: pooled.href, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
