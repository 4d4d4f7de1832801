import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '../poll-until.ts';
import { findFreePorts } from '@errand/app-runtime';
import { assertPortFree } from './assert-port-free.ts';
import { installS3Server } from './install-s3-server.ts';
import { runCommand } from './run-command.ts';
import { S3ServerError } from './s3-server-errors.ts';
import { startServerProcess, type ServerProcess } from '../server-process/start-server-process.ts';
import { s3Credentials, storageServers, swiftConfigFiles } from './swift-config.ts';
import type { SwiftPorts } from './swift-config.ts';
import { assertExtendedAttributes, openSwiftDirectory } from './swift-directory.ts';
import { buildSwiftRings } from './swift-rings.ts';

const START_DEADLINE_MS = 60_000;

export interface S3ServerOptions {
  /**
   * Holds objects and logs; kept after disposal. Default: a temporary directory that is removed.
   */
  readonly directory?: string;
  /** Port of the S3 API on 127.0.0.1. Default: a free port. */
  readonly port?: number;
}

export interface S3Server extends AsyncDisposable {
  readonly endPoint: string;
  readonly port: number;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/**
 * Starts OpenStack Swift with its S3 API on loopback ports, installing it if missing. It verifies
 * signatures like S3. Throws S3ServerError when it is unavailable, and ServerProcessError when it
 * does not start.
 */
export async function startS3Server({ directory, port }: S3ServerOptions = {}): Promise<S3Server> {
  await installS3Server();
  await using resources = new AsyncDisposableStack();
  const signal = AbortSignal.timeout(START_DEADLINE_MS);
  const { path } = resources.use(await openSwiftDirectory(directory));
  const ports = await choosePorts(port);
  // Runs as Swift's own user if permitted, otherwise as the current one.
  const user = process.getuid?.() === 0 ? 'swift' : undefined;
  await prepareDirectory({ path, ports, user, signal });
  const servers = [...storageServers, 'proxy'].map((server) =>
    resources.use(startSwiftServer(server, path, user)),
  );
  await untilHealthy(ports, servers);
  const owned = resources.move();
  return {
    endPoint: '127.0.0.1',
    port: ports.proxy,
    ...s3Credentials,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function choosePorts(wanted: number | undefined): Promise<SwiftPorts> {
  if (wanted !== undefined) await assertPortFree(wanted);
  const [account, container, object, free] = await findFreePorts(4);
  const proxy = wanted ?? free;
  if (!account || !container || !object || !proxy) throw new S3ServerError('No free port is left.');
  return { account, container, object, proxy };
}

interface Preparation {
  readonly path: string;
  readonly ports: SwiftPorts;
  readonly user: string | undefined;
  readonly signal: AbortSignal;
}

async function prepareDirectory({ path, ports, user, signal }: Preparation): Promise<void> {
  await assertExtendedAttributes(path, signal);
  const files = swiftConfigFiles({ directory: path, ports, user: user ?? userInfo().username });
  for (const [name, content] of files) await writeFile(join(path, name), content);
  await buildSwiftRings(path, ports, signal);
  if (user === undefined) return;
  await runCommand('/usr/bin/chown', ['--recursive', `${user}:${user}`, path], { signal });
}

function startSwiftServer(server: string, path: string, user: string | undefined): ServerProcess {
  return startServerProcess({
    program: `/usr/bin/swift-${server}-server`,
    programArguments: [join(path, `${server}-server.conf`), 'verbose'],
    logFile: join(path, 'log', `${server}.log`),
    user,
  });
}

/** Waits for all four servers: the proxy reports healthy before the servers behind it listen. */
async function untilHealthy(ports: SwiftPorts, servers: readonly ServerProcess[]): Promise<void> {
  const urls = Object.values(ports).map((port) => `http://127.0.0.1:${port}/healthcheck`);
  await pollUntil(
    'the S3 server responds',
    async () => {
      await Promise.all(servers.map((server) => server.assertRunning()));
      const answers = await Promise.all(urls.map(isAnswered));
      return answers.every(Boolean);
    },
    { deadlineMs: START_DEADLINE_MS },
  );
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false; // Not listening yet; the caller has the deadline.
  }
}
