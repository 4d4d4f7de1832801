import { listen } from '@errand/app-runtime';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';

/** Distributes requests over control planes, each on its own connection. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  readonly add: (backend: string) => void;
  /** New requests go to the other backends; this one finishes those it has. */
  readonly remove: (backend: string) => void;
  /** Responses with a status of 500 or above, and requests that a backend broke off. */
  readonly failures: readonly string[];
}

export async function startBalancer(): Promise<Balancer> {
  const backends: string[] = [];
  const failures: string[] = [];
  let turn = 0;
  const server = await listen(
    (incoming, outgoing) => {
      turn += 1;
      const backend = backends[turn % Math.max(1, backends.length)];
      pass({ incoming, outgoing, backend, fail: (text) => void failures.push(text) });
    },
    { port: 0, host: '127.0.0.1', setting: 'PORT' },
  );
  return {
    url: server.url,
    add: (backend) => void backends.push(backend),
    remove: (backend) => void backends.splice(backends.indexOf(backend), 1),
    failures,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function pass(call: {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly backend: string | undefined;
  readonly fail: (text: string) => void;
}): void {
  const { incoming, outgoing, backend, fail } = call;
  const { method = 'GET', url: path = '/', headers } = incoming;
  const refuse = (reason: string): void => {
    fail(`${new Date().toISOString()} ${method} ${path}: ${reason}`);
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  };
  if (backend === undefined) {
    refuse('there is no control plane');
    return;
  }
  const { connection: _, ...passedOn } = headers;
  const options = { method, headers: passedOn, agent: false as const };
  const upstream = forward(new URL(path, backend), options, (answer) => {
    const { statusCode = 502 } = answer;
    if (statusCode >= 500) fail(`${new Date().toISOString()} ${method} ${path}: ${statusCode}`);
    const { connection: __, ...given } = answer.headers;
    outgoing.writeHead(statusCode, given);
    answer.pipe(outgoing);
    answer.once('error', (error) => refuse(error.message));
  });
  upstream.once('error', (error) => {
    // A client that disconnects is not a failure of the control plane.
    if (!outgoing.destroyed) refuse(error.message);
  });
  outgoing.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}
