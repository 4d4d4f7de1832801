import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { openViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import type { Stage } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import {
  GREETING,
  requestUpdate,
  VERSION,
} from '../../apps/stream-gateway/src/testing/rfb-messages.ts';
import { percentile, round } from './statistics.ts';
import {
  startGatewayBridge,
  startSource,
  startWebsockify,
  type Bridge,
  type Source,
} from './stream-bridges.ts';

const ANSWER = Buffer.alloc(64, 7);
const WARM_UP = 200;

interface RoundTrip {
  readonly p50: number;
  readonly p99: number;
}

export interface LatencyResult {
  readonly direct: RoundTrip;
  readonly gateway: RoundTrip;
  readonly websockify: RoundTrip;
  /** Compared with direct TCP, in milliseconds. */
  readonly added: { readonly gateway: RoundTrip; readonly websockify: RoundTrip };
}

/** Round trips of one screen request and 64 bytes back, in milliseconds. */
export async function measureLatency(stage: Stage, requests: number): Promise<LatencyResult> {
  await using server = await startSource(answer);
  await using gatewayBridge = await startGatewayBridge(stage, answer);
  await using websockifyBridge = await startWebsockify(answer);
  const direct = await measureDirect(server.port, requests);
  const gateway = await measureBridge(gatewayBridge, requests);
  const websockify = await measureBridge(websockifyBridge, requests);
  const added = { gateway: minus(gateway, direct), websockify: minus(websockify, direct) };
  return { direct, gateway, websockify, added };
}

/** Replies to each request of ten bytes after the greeting. */
const answer: Source = (socket) => {
  let bytes = -GREETING.length;
  socket.on('data', (data: Buffer) => {
    bytes += data.length;
    for (; bytes >= REQUEST.length; bytes -= REQUEST.length) socket.write(ANSWER);
  });
};

const REQUEST = requestUpdate({ width: 1280, height: 800 }, true);

async function measureDirect(port: number, requests: number): Promise<RoundTrip> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  await once(socket, 'data');
  socket.write(GREETING);
  const result = await measure(requests, () => exchangeDirect(socket));
  socket.destroy();
  return result;
}

async function exchangeDirect(socket: Socket): Promise<void> {
  socket.write(REQUEST);
  for (let bytes = 0; bytes < ANSWER.length;) {
    const [data] = (await once(socket, 'data')) as [Buffer];
    bytes += data.length;
  }
}

async function measureBridge(bridge: Bridge, requests: number): Promise<RoundTrip> {
  await using viewer = await openViewer(await bridge.connectUrl());
  await viewer.read(VERSION.length);
  viewer.send(GREETING);
  return await measure(requests, async () => {
    viewer.send(REQUEST);
    await viewer.read(ANSWER.length);
  });
}

async function measure(requests: number, exchange: () => Promise<void>): Promise<RoundTrip> {
  for (let count = 0; count < WARM_UP; count += 1) await exchange();
  const samples: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const startedAt = performance.now();
    await exchange();
    samples.push(performance.now() - startedAt);
  }
  return { p50: percentile(samples, 50), p99: percentile(samples, 99) };
}

function minus(one: RoundTrip, other: RoundTrip): RoundTrip {
  return { p50: round(one.p50 - other.p50), p99: round(one.p99 - other.p99) };
}
