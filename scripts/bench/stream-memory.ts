import { setTimeout as delay } from 'node:timers/promises';
import { openViewer } from '../../apps/stream-gateway/src/testing/open-viewer.ts';
import type { Stage } from '../../apps/stream-gateway/src/testing/open-stage.ts';
import { readPssKb } from './process-tree.ts';
import { round } from './statistics.ts';
import { startGatewayBridge, startWebsockify, type Bridge } from './stream-bridges.ts';

/** Until the gateway has returned the garbage of connecting viewers to the system: see `createIdleRest`. */
const SETTLE_MS = 33_000;
/** Connections opened simultaneously. More would only measure how fast websockify forks. */
const PARALLEL = 10;

interface Memory {
  /** Proportional set size in megabytes, without viewers and with all of them. */
  readonly emptyMb: number;
  readonly fullMb: number;
  readonly kbPerViewer: number;
}

export interface MemoryResult {
  readonly viewers: number;
  readonly gateway: Memory;
  readonly websockify: Memory;
  /** Ratio of the memory that viewers add, and of the total memory. */
  readonly addedRatio: number;
  readonly totalRatio: number;
}

/** Measures viewers of a screen on which nothing moves. */
export async function measureMemory(stage: Stage, viewers: number): Promise<MemoryResult> {
  const gateway = await measure(await startGatewayBridge(stage, sayNothing), viewers);
  const websockify = await measure(await startWebsockify(sayNothing), viewers);
  return {
    viewers,
    gateway,
    websockify,
    addedRatio: ratio(gateway.kbPerViewer, websockify.kbPerViewer),
    totalRatio: ratio(gateway.fullMb, websockify.fullMb),
  };
}

const sayNothing = (): void => undefined;

async function measure(started: Bridge, viewers: number): Promise<Memory> {
  await using bridge = started;
  await using opened = new AsyncDisposableStack();
  // The first viewer loads code that all viewers share.
  opened.use(await openViewer(await bridge.connectUrl()));
  await delay(SETTLE_MS);
  const empty = readPssKb(bridge.processId);
  for (let count = 0; count < viewers; count += PARALLEL) {
    const urls = Array.from({ length: PARALLEL }, () => bridge.connectUrl());
    const some = urls.map(async (url) => opened.use(await openViewer(await url)));
    await Promise.all(some);
  }
  await delay(SETTLE_MS);
  const full = readPssKb(bridge.processId);
  return {
    emptyMb: round(empty / 1024),
    fullMb: round(full / 1024),
    kbPerViewer: round((full - empty) / viewers),
  };
}

/** Four decimals: the target is a hundredth. */
function ratio(one: number, other: number): number {
  return Math.round((one / other) * 10_000) / 10_000;
}
