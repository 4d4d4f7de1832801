import { pauseUntilAborted } from '@errand/foundation';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { DropReason, TracingParts } from '../tracing.ts';
import type { TracingConfig } from '../tracing-settings.ts';

/** Maximum spans that wait or are being sent; further ones are dropped. */
const MAX_PENDING = 2_048;
const BATCH = 512;
/** Short, because a killed worker loses what it has not sent. */
const SEND_AFTER_MS = 1_000;
/** Deadline of one batch with its retries, and of everything that is left at shutdown. */
const DEADLINE_MS = 5_000;
const WARNING_INTERVAL_MS = 60_000;
const SAMPLED = 0b01;

/** Sends spans to a collector, but never more than it accepts. */
export interface SpanExport {
  readonly processor: SpanProcessor;
  /** Sends the rest for at most five seconds; `shutdown` is that of the provider. */
  readonly close: (shutdown: () => Promise<void>) => Promise<void>;
}

/** Neither a slow nor a dead collector delays anything but the shutdown, by five seconds. */
export function openExport(config: TracingConfig, parts: TracingParts): SpanExport {
  const { exporter, agent } = openConnection(config);
  const drop = createDropReport(parts);
  let pending = 0;
  let isClosed = false;
  const batches = new BatchSpanProcessor({
    exporter: observe(exporter, (count, error) => {
      // `close` has already counted these spans as dropped.
      if (isClosed) return;
      pending -= count;
      if (error) drop('export_failed', count, error);
    }),
    maxQueueSize: MAX_PENDING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: SEND_AFTER_MS,
    exportTimeoutMillis: 2 * DEADLINE_MS,
  });
  const processor = {
    onStart: (...started: Parameters<SpanProcessor['onStart']>) => batches.onStart(...started),
    onEnd(span: ReadableSpan): void {
      if ((span.spanContext().traceFlags & SAMPLED) === 0) return;
      if (pending >= MAX_PENDING) {
        drop('queue_full', 1);
        return;
      }
      pending += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  return {
    processor,
    async close(shutdown) {
      const sent = new AbortController();
      // `observe` reports a failed export.
      const sending = shutdown()
        .catch(() => undefined)
        .finally(() => sent.abort());
      await Promise.race([sending, pauseUntilAborted(DEADLINE_MS, sent.signal)]);
      isClosed = true;
      // Ends requests that hang: they would keep the process alive.
      agent.destroy();
      if (pending > 0) drop('shutdown', pending);
    },
  };
}

function openConnection({ url, headers }: TracingConfig) {
  const Agent = url.startsWith('https:') ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true });
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: DEADLINE_MS,
    httpAgentOptions: () => agent,
  });
  return { exporter, agent };
}

/** Calls `onEnd` with the number of spans of each batch, and the error if it was not accepted. */
function observe(
  exporter: OTLPTraceExporter,
  onEnd: (count: number, error: Error | undefined) => void,
): SpanExporter {
  return {
    export(spans, resultCallback) {
      exporter.export(spans, (result) => {
        const isSent = result.code === ExportResultCode.SUCCESS;
        const failed = isSent ? undefined : (result.error ?? new Error('refused'));
        onEnd(spans.length, failed);
        resultCallback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}

/** Counts every dropped span and logs them, at most once a minute. */
function createDropReport({ onDropped, logger }: TracingParts) {
  let loggedAt = -Infinity;
  let unlogged = 0;
  return (reason: DropReason, count: number, error?: Error): void => {
    onDropped(reason, count);
    unlogged += count;
    const now = performance.now();
    if (now - loggedAt < WARNING_INTERVAL_MS) return;
    logger.warn('spans were not exported', { reason, count: unlogged, problem: error?.message });
    loggedAt = now;
    unlogged = 0;
  };
}
