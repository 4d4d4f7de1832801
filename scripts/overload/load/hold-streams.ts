import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { LoadOrder, LoadReport } from './load.ts';

type Order = Extract<LoadOrder, { kind: 'stream' }>;

/**
 * Opens the streams, reports that they are open, and holds them until the parent ends this process.
 */
export async function holdStreams(order: Order): Promise<LoadReport> {
  const agent = new Agent({ maxSockets: Infinity });
  let held = 0;
  let events = 0;
  const open = async (number: number): Promise<void> => {
    const { apiKey = '', taskIds = [] } = order.listeners[number % order.listeners.length] ?? {};
    const taskId = taskIds[number % taskIds.length] ?? '';
    const headers = { 'x-api-key': apiKey };
    const sent = get(`${order.url}/api/v1/tasks/${taskId}/events`, { agent, headers });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) {
      response.resume();
      return;
    }
    held += 1;
    response.on('data', (chunk: Buffer) => {
      events += chunk.toString().split('\nevent: ').length - 1;
    });
    // The server ended the stream.
    response.once('close', () => (held -= 1));
    response.once('error', () => undefined);
  };
  await Promise.all(Array.from({ length: order.streams }, (_, number) => open(number)));
  process.send?.('open');
  await once(process, 'message');
  const report: LoadReport = { kind: 'stream', held, events };
  agent.destroy();
  return report;
}
