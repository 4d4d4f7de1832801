import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ViewMode } from '@errand/stream-ticket';
import type { Bytes } from './viewers.ts';

export interface Metrics {
  readonly viewerCame: (mode: ViewMode) => void;
  readonly viewerLeft: (mode: ViewMode) => void;
  readonly closed: (code: number) => void;
  /** A viewer's message that the filter dropped. */
  readonly dropped: (message: string) => void;
  /** Time from a viewer's request to the first byte of the screen. */
  readonly attached: (milliseconds: number) => void;
  /** Writes all of them. */
  readonly registry: Registry;
}

/** Calls `readBytes` only when metrics are written, so that forwarding bytes costs nothing. */
export function createMetrics(readBytes: () => Bytes): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const viewers = new Gauge({
    name: 'errand_stream_viewers',
    help: 'Viewers whose ticket was accepted.',
    labelNames: ['mode'],
    registers,
  });
  const closes = new Counter({
    name: 'errand_stream_closes_total',
    help: 'Closed WebSockets by close code.',
    labelNames: ['code'],
    registers,
  });
  const droppedMessages = new Counter({
    name: 'errand_stream_dropped_messages_total',
    help: 'RFB messages of viewers that were not passed on.',
    labelNames: ['type'],
    registers,
  });
  const attachSeconds = new Histogram({
    name: 'errand_stream_attach_seconds',
    help: 'Time from the request of a viewer to the first byte of the screen.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 5],
    registers,
  });
  countBytes(registry, readBytes);
  return {
    viewerCame: (mode) => viewers.inc({ mode }),
    viewerLeft: (mode) => viewers.dec({ mode }),
    closed: (code) => closes.inc({ code }),
    dropped: (type) => droppedMessages.inc({ type }),
    attached: (milliseconds) => attachSeconds.observe(milliseconds / 1_000),
    registry,
  };
}

function countBytes(registry: Registry, readBytes: () => Bytes): void {
  const counter: Counter<'direction'> = new Counter({
    name: 'errand_stream_bytes_total',
    help: 'Bytes of RFB passed between viewers and screens.',
    labelNames: ['direction'],
    registers: [registry],
    collect: () => {
      const { toViewers, fromViewers } = readBytes();
      counter.reset();
      counter.inc({ direction: 'to_viewer' }, toViewers);
      counter.inc({ direction: 'from_viewer' }, fromViewers);
    },
  });
}
