import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ViewMode } from '@errand/stream-ticket';
import type { Bytes } from './viewers.ts';

export interface Metrics {
  readonly viewerCame: (mode: ViewMode) => void;
  readonly viewerLeft: (mode: ViewMode) => void;
  readonly closed: (code: number) => void;
  /** A ticket was not accepted; `reason` is a stable code. */
  readonly refused: (reason: string) => void;
  /** A viewer with a valid ticket left after this time. */
  readonly viewed: (milliseconds: number) => void;
  /** A viewer got no screen because the control plane or the worker could not be reached. */
  readonly upstreamFailed: (upstream: 'control_plane' | 'screen') => void;
  /** A viewer's message that the filter dropped. */
  readonly dropped: (message: string) => void;
  /** Time from a viewer's request to the first byte of the screen. */
  readonly attached: (milliseconds: number) => void;
  /** Writes all metrics. */
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
    ...countRefusals(registry),
    ...countViews(registry),
    viewerCame: (mode) => viewers.inc({ mode }),
    viewerLeft: (mode) => viewers.dec({ mode }),
    closed: (code) => closes.inc({ code }),
    dropped: (type) => droppedMessages.inc({ type }),
    attached: (milliseconds) => attachSeconds.observe(milliseconds / 1_000),
    registry,
  };
}

/** Reasons from the gateway itself, the check of the ticket's signature and the control plane. */
const REASONS = [
  'other-task',
  'too-many-viewers',
  'malformed',
  'unknown-key',
  'bad-signature',
  'expired',
  'wrong-audience',
  'ticket-used',
  'key-revoked',
  'not-waiting',
  'not-running',
  'task-ended',
  'stale-lease',
  'no-screen',
  'other',
] as const;
const KNOWN_REASONS: ReadonlySet<string> = new Set(REASONS);

function countRefusals(registry: Registry): Pick<Metrics, 'refused'> {
  const refusals = new Counter({
    name: 'errand_stream_tickets_refused_total',
    help: 'Viewers whose ticket opened nothing, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REASONS) refusals.inc({ reason }, 0);
  return {
    // The control plane of a later release may have other reasons.
    refused: (reason) => refusals.inc({ reason: KNOWN_REASONS.has(reason) ? reason : 'other' }),
  };
}

function countViews(registry: Registry): Pick<Metrics, 'viewed' | 'upstreamFailed'> {
  const registers = [registry];
  const views = new Histogram({
    name: 'errand_stream_view_seconds',
    help: 'How long viewers with a valid ticket stayed.',
    buckets: [1, 5, 15, 60, 300, 900, 3_600, 14_400],
    registers,
  });
  const failures = new Counter({
    name: 'errand_stream_upstream_failures_total',
    help: 'Viewers who got no screen: the control plane or the worker could not be reached.',
    labelNames: ['upstream'],
    registers,
  });
  for (const upstream of ['control_plane', 'screen']) failures.inc({ upstream }, 0);
  return {
    viewed: (milliseconds) => views.observe(milliseconds / 1_000),
    upstreamFailed: (upstream) => failures.inc({ upstream }),
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
