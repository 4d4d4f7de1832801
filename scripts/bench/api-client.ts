import { Agent, request } from 'node:http';
import type { BenchService } from './queue-service.ts';

export interface BenchClient extends Disposable {
  /**
   * Sends a GET, or a POST if there is a body, and returns the JSON. Throws for a status other than
   * 2xx.
   */
  readonly send: (path: string, body?: object) => Promise<unknown>;
  /** Sends the same request without parsing the response. */
  readonly read: (path: string, body?: object) => Promise<string>;
}

/** Keeps connections open, so that only requests are timed. */
export function createBenchClient(
  { url, apiKey }: Pick<BenchService, 'url' | 'apiKey'>,
  connections: number,
): BenchClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const read: BenchClient['read'] = async (path, body) => {
    const method = body === undefined ? 'GET' : 'POST';
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      text: string;
    }>();
    const sent = request(url + path, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const { status, text } = await promise;
    if (status >= 200 && status < 300) return text;
    throw new Error(`${method} ${path} returned ${status}: ${text.slice(0, 300)}`);
  };
  return {
    read,
    async send(path, body) {
      const text = await read(path, body);
      return text === '' ? undefined : JSON.parse(text);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
