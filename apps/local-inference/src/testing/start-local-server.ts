import type { AppProcess } from '@errand/app-runtime';
import { startLocalInference } from '@errand/local-installation';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Fleet } from '@errand/task-runner/testing';
import { checkExchange } from './check-exchange.ts';

interface Place {
  readonly fleet: Fleet;
  /** Folder that holds the server's tasks. */
  readonly directory: string;
  /** URL of the control plane. Default: the fleet's. */
  readonly url?: string;
}

export interface LocalServer extends AppProcess {
  readonly post: (path: string, body: object) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly send: (request: {
    /** Method and path. */
    readonly line: string;
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }) => Promise<Answer>;
  readonly leftTasks: () => string[];
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
}

// Untyped: the shape is defined by the OpenAPI document.
type Answer = { readonly status: number; readonly body: ReturnType<typeof JSON.parse> };

/** Starts the server like `npm run local-inference` does, for the fleet's account. */
export async function startLocalServer(
  { fleet, directory, url = fleet.controlPlane.url }: Place,
  settings: Readonly<Record<string, string>> = {},
): Promise<LocalServer> {
  const app = await startLocalInference({
    name: 'local-inference',
    environment: process.env,
    logFile: join(fleet.directory, 'local-inference.log'),
    controlPlaneUrl: url,
    apiKey: fleet.controlPlane.apiKey,
    port: 0,
    directory,
    workDirectory: directory,
    settings,
  });
  const json = { 'content-type': 'application/json' };
  const send: LocalServer['send'] = async ({ line: start, body = '', headers = json }) => {
    const [method = '', path] = start.split(' ');
    const sent = request({ host: '127.0.0.1', port: app.port, method, path, headers });
    sent.end(body);
    const [response] = await once(sent, 'response');
    const answer = { status: response.statusCode ?? 0, body: JSON.parse(await text(response)) };
    checkExchange({ line: start, requestBody: body, ...answer });
    return answer;
  };
  return {
    ...app,
    send,
    post: (path, body) => send({ line: `POST ${path}`, body: JSON.stringify(body) }),
    get: (path) => send({ line: `GET ${path}` }),
    leftTasks: () => readdirSync(join(directory, 'tasks')),
    async kill() {
      process.kill(app.processId ?? 0, 'SIGKILL');
      await app.failed;
    },
  };
}

/** Opens a connection to the control plane that can be interrupted. */
export async function openLine(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const dropAll = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut(): void {
      isCut = true;
      dropAll();
    },
    mend(): void {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      dropAll();
      await once(server, 'close');
    },
  };
}
