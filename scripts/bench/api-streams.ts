import { request, type ClientRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createBenchClient } from './api-client.ts';
import { submitTask } from './api-writes.ts';
import { readPssKb } from './process-tree.ts';
import type { BenchService } from './queue-service.ts';
import { round } from './statistics.ts';

/** Until the control plane has returned the garbage of requests to the system: see `createIdleRest`. */
const SETTLE_MS = 33_000;
/** Streams opened simultaneously. */
const PARALLEL = 50;
/** Tasks that end while all streams are open, so that the streams have sent something. */
const ENDS = 20;

export interface StreamsResult {
  /** Half of them follow the account, half of them one task each. */
  readonly streams: number;
  /** Proportional set size of the control plane in megabytes, without streams and with all of them. */
  readonly emptyMb: number;
  readonly fullMb: number;
  readonly kbPerStream: number;
}

/** Measures the memory that open event streams take in the control plane. */
export async function measureStreams(
  service: BenchService,
  streams: number,
): Promise<StreamsResult> {
  using client = createBenchClient(service, 1);
  const taskId = await submitTask(client);
  await using opened = new AsyncDisposableStack();
  // The first streams load code that all share.
  await open('/api/v1/events');
  await open(`/api/v1/tasks/${taskId}/events`);
  const emptyKb = await settle();
  for (let count = 0; count < streams; count += PARALLEL) {
    const some = Math.min(PARALLEL, streams - count);
    await Promise.all(
      Array.from({ length: some }, (_, n) =>
        open(n % 2 === 0 ? '/api/v1/events' : `/api/v1/tasks/${taskId}/events`),
      ),
    );
  }
  for (let ended = 0; ended < ENDS; ended += 1) {
    await client.send(`/api/v1/tasks/${await submitTask(client)}/cancel`, {});
  }
  const fullKb = await settle();
  return {
    streams,
    emptyMb: round(emptyKb / 1024),
    fullMb: round(fullKb / 1024),
    kbPerStream: round((fullKb - emptyKb) / streams),
  };

  async function open(path: string): Promise<void> {
    const stream = await openRaw(service, path);
    opened.defer(() => void stream.destroy());
  }

  async function settle(): Promise<number> {
    await delay(SETTLE_MS);
    return readPssKb(service.processId);
  }
}

/** Opens an event stream, and drops what it sends. */
function openRaw({ url, apiKey }: BenchService, path: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': apiKey };
    const sent = request(url + path, { agent: false, headers }, (response) => {
      response.on('error', () => undefined).resume();
      if (response.statusCode === 200) resolve(sent);
      else reject(new Error(`GET ${path} returned ${response.statusCode}.`));
    });
    sent.once('error', reject).end();
  });
}
