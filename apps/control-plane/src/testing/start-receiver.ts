import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pollUntil } from '@errand/test-kit';

export interface ReceivedCallback {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** The raw body, which the signature covers. */
  readonly text: string;
}

/** An HTTP server that records callbacks and sends a configurable response. */
export interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Sets the response from now on; initially 200. */
  readonly answer: (
    status: number | 'never',
    headers?: Record<string, string>,
    body?: string,
  ) => void;
  /** The next callback not yet returned by this function. */
  readonly next: () => Promise<ReceivedCallback>;
  readonly count: () => number;
}

export async function startReceiver(): Promise<Receiver> {
  let answer = { status: 200 as number | 'never', headers: {}, body: '' };
  const received: ReceivedCallback[] = [];
  let asked = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await text(request);
    const { url: path = '', headers } = request;
    received.push({ path, headers, text: content, body: JSON.parse(content) });
    if (answer.status === 'never') return;
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answer(status, headers = {}, body = '') {
      answer = { status, headers, body };
    },
    next: () => pollUntil('a callback arrives', () => received[asked]).finally(() => (asked += 1)),
    count: () => received.length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
