import { findFreePort } from '@errand/app-runtime';
import { isListening, pollUntil } from '@errand/test-kit';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Stage } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import { VERSION } from '../../apps/stream-gateway/src/testing/rfb-messages.ts';
import { startScreenPort } from '../../apps/stream-gateway/src/testing/start-screen-port.ts';

/** The source of bytes for both bridges, after the greeting that every screen sends first. */
export type Source = (socket: Socket) => void;

/** A process that connects WebSockets to a source. */
export interface Bridge extends AsyncDisposable {
  readonly name: string;
  readonly processId: number;
  /** URL for one connection. */
  readonly connectUrl: () => Promise<string>;
}

/** Starts the gateway with a control plane that accepts every ticket. */
export async function startGatewayBridge(stage: Stage, source: Source): Promise<Bridge> {
  await using owned = new AsyncDisposableStack();
  const port = owned.use(await startScreenPort(greeting(source)));
  const gateway = owned.use(
    await stage.startGateway({
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      MAX_VIEWERS_PER_TASK: '10000',
      MAX_VIEWERS_PER_ACCOUNT: '10000',
      CONNECTS_PER_SECOND: '10000',
    }),
  );
  const { taskId } = await stage.runTask(port);
  const resources = owned.move();
  return {
    name: 'gateway',
    processId: gateway.processId ?? 0,
    connectUrl: () => stage.streamUrl(taskId),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Debian's websockify, as distributions start it. */
export async function startWebsockify(source: Source): Promise<Bridge> {
  await using owned = new AsyncDisposableStack();
  const target = owned.use(await startSource(source));
  const port = await findFreePort();
  const child = spawn('websockify', [`127.0.0.1:${port}`, `127.0.0.1:${target.port}`], {
    stdio: 'ignore',
  });
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', (error) => reject(new MissingWebsockifyError({ cause: error })));
  });
  owned.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  await Promise.race([pollUntil('websockify listens', () => isListening(port)), failed]);
  const resources = owned.move();
  return {
    name: 'websockify',
    processId: child.pid ?? 0,
    connectUrl: async () => `ws://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The source behind plain TCP. */
export async function startSource(
  source: Source,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    greeting(source)(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      sockets.forEach((socket) => socket.destroy());
      await once(server, 'close');
    },
  };
}

class MissingWebsockifyError extends Error {
  readonly code = 'missing-websockify';

  constructor(options: ErrorOptions) {
    super(
      'websockify, which this compares with, is not installed. On Debian: RUNLEVEL=1 apt-get install websockify',
      options,
    );
    this.name = new.target.name;
  }
}

function greeting(source: Source): Source {
  return (socket) => {
    socket.write(VERSION);
    source(socket);
  };
}
