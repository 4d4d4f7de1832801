import { Counter, type Registry } from 'prom-client';
import type { DropReason } from './tracing.ts';

const REASONS: readonly DropReason[] = ['queue_full', 'export_failed', 'shutdown'];

/** Counts the spans that are not exported, for `openTracing`. */
export function countDroppedSpans(registry: Registry): (reason: DropReason, count: number) => void {
  const dropped = new Counter({
    name: 'errand_trace_spans_dropped_total',
    help: 'Spans that were not exported: queue_full, export_failed, or too late at the shutdown.',
    labelNames: ['reason'],
    registers: [registry],
  });
  for (const reason of REASONS) dropped.inc({ reason }, 0);
  return (reason, count) => dropped.inc({ reason }, count);
}
