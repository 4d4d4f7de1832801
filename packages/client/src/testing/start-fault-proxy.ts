import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as sendRequest,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request instead of being forwarded, or to its response. */
export type Fault =
  /** Sends this response; the server never sees the request. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Forwards the request and breaks the connection when the response contains the text. */
  | { readonly breakAt: string };

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FaultProxy extends AsyncDisposable {
  readonly url: string;
  /** Applies the faults to the next requests whose path contains the text, one after another. */
  readonly inject: (path: string, ...faults: readonly Fault[]) => void;
  /** All requests so far. */
  readonly seen: SeenRequest[];
}

/** Forwards HTTP to a server and injects faults between it and its client. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const planned: { readonly path: string; readonly fault: Fault }[] = [];
  const seen: SeenRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url: path = '', headers } = request;
    seen.push({ method, path, headers, body: body.toString() });
    const index = planned.findIndex((plan) => path.includes(plan.path));
    const fault = index === -1 ? undefined : planned.splice(index, 1)[0]?.fault;
    if (fault && 'status' in fault) {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    const upstream = sendRequest(new URL(path, target), { method, headers });
    response.once('close', () => upstream.destroy());
    upstream.once('error', () => response.destroy());
    upstream.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      let text = '';
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString('latin1');
        const end = fault ? text.indexOf(fault.breakAt) : -1;
        if (end === -1) response.write(chunk);
        else
          response.write(chunk.subarray(0, chunk.length - (text.length - end)), () =>
            response.destroy(),
          );
      });
      answer.once('end', () => response.end());
      answer.once('error', () => response.destroy());
    });
    upstream.end(body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject(path, ...faults) {
      planned.push(...faults.map((fault) => ({ path, fault })));
    },
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
