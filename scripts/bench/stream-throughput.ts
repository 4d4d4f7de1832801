import { setTimeout as delay } from 'node:timers/promises';
import { openViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import type { Stage } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import { readCpuMs } from './process-tree.ts';
import { percentile, round } from './statistics.ts';
import { startGatewayBridge, startWebsockify, type Bridge, type Source } from './stream-bridges.ts';

const MEGABYTE = 1024 * 1024;
const SETTLE_MS = 200;

export interface ThroughputResult {
  /** Bytes in each write of the source. */
  readonly writeBytes: number;
  readonly cpuMsPerMb: Readonly<Record<string, number>>;
  readonly mbPerSecond: Readonly<Record<string, number>>;
  readonly cpuRatio: number;
}

/** CPU time per megabyte sent to a viewer: medians of alternating runs. */
export async function measureThroughput(
  stage: Stage,
  options: { readonly megabytes: number; readonly rounds: number; readonly writeBytes: number },
): Promise<ThroughputResult> {
  const source = createPump(options.megabytes * MEGABYTE, options.writeBytes);
  await using gateway = await startGatewayBridge(stage, source);
  await using websockify = await startWebsockify(source);
  const runs: Record<string, Run[]> = { gateway: [], websockify: [] };
  for (let count = 0; count < options.rounds; count += 1) {
    for (const bridge of [gateway, websockify]) runs[bridge.name]?.push(await run(bridge));
  }
  const medianOf = (name: string, key: keyof Run): number =>
    percentile(
      (runs[name] ?? []).map((one) => one[key]),
      50,
    );
  const both = (key: keyof Run) => ({
    gateway: medianOf('gateway', key),
    websockify: medianOf('websockify', key),
  });
  const cpuMsPerMb = both('cpuMsPerMb');
  return {
    writeBytes: options.writeBytes,
    cpuMsPerMb,
    mbPerSecond: both('mbPerSecond'),
    cpuRatio: round(cpuMsPerMb.gateway / cpuMsPerMb.websockify),
  };
}

interface Run {
  readonly cpuMsPerMb: number;
  readonly mbPerSecond: number;
}

async function run(bridge: Bridge): Promise<Run> {
  const url = await bridge.connectUrl();
  const cpuBefore = readCpuMs(bridge.processId);
  const startedAt = performance.now();
  await using viewer = await openViewer(url, { isForgetful: true });
  await viewer.closed;
  const seconds = (performance.now() - startedAt) / 1_000;
  await delay(SETTLE_MS);
  const megabytes = viewer.received() / MEGABYTE;
  return {
    cpuMsPerMb: (readCpuMs(bridge.processId) - cpuBefore) / megabytes,
    mbPerSecond: megabytes / seconds,
  };
}

/** Sends `bytes` bytes as fast as they are read, then ends. */
function createPump(bytes: number, writeBytes: number): Source {
  const chunk = Buffer.alloc(writeBytes, 7);
  return (socket) => {
    let left = bytes;
    const send = (): void => {
      while (left > 0) {
        left -= chunk.length;
        if (!socket.write(chunk)) return;
      }
      socket.end();
    };
    socket.resume();
    socket.on('drain', send);
    send();
  };
}
