import { createServer, type RequestListener } from 'node:http';

export interface TestListener extends AsyncDisposable {
  readonly port: number;
  /** Number of connections so far, whatever their content. */
  readonly connectionCount: () => number;
  /** `METHOD /path` of every request, in order. */
  readonly requests: readonly string[];
}

/** Starts a local web server that records its visitors. */
export async function startListener(
  answer: RequestListener,
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<TestListener> {
  let connections = 0;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return {
    port: address.port,
    connectionCount: () => connections,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
