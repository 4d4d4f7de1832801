import { context, createTraceState, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type * as Api from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TraceContext } from '../trace-context.ts';
import type { Span, SpanStart, Tracing, TracingParts } from '../tracing.ts';
import type { TracingConfig } from '../tracing-settings.ts';
import { createSampler } from './create-sampler.ts';
import { openExport } from './open-export.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
const SAMPLED = 0b01;
const RANDOM = 0b10;

/** Records spans and sends them to the collector of the settings. */
export function startTracing(config: TracingConfig, parts: TracingParts): Tracing {
  const exporting = openExport(config, parts);
  const ids = createIds();
  const provider = new TracerProvider({
    sampler: createSampler(config),
    spanProcessors: [exporting.processor],
    resource: resourceFromAttributes({
      'service.name': parts.service,
      'service.instance.id': parts.instance,
      ...config.attributes,
    }),
    idGenerator: ids.generator,
  });
  const tracer = provider.getTracer('errand');
  /** Positions of spans in this process. */
  const own = new WeakSet<TraceContext>();
  const toApi = (position: TraceContext): Api.SpanContext => ({
    traceId: position.traceId,
    spanId: position.spanId,
    traceFlags: position.flags & SAMPLED,
    isRemote: !own.has(position),
    ...(position.traceState === undefined
      ? {}
      : { traceState: createTraceState(position.traceState) }),
  });
  return {
    startSpan(name, start = {}) {
      const { parent, links = [], kind, attributes, startedAt } = start;
      ids.setNext(start.spanId);
      const root = context.active();
      const started = tracer.startSpan(
        name,
        {
          ...(kind && { kind: KINDS[kind] }),
          ...(startedAt && { startTime: startedAt }),
          ...(attributes && { attributes }),
          links: links.map((link) => ({ context: toApi(link) })),
        },
        parent ? trace.setSpanContext(root, toApi(parent)) : root,
      );
      const span = wrap(started, parent, toApi);
      own.add(span.context);
      return span;
    },
    [Symbol.asyncDispose]: () => exporting.close(() => provider.shutdown()),
  };
}

/** Generates random ids, except for a span whose id is known. */
function createIds() {
  const random = new RandomIdGenerator();
  let next: string | undefined;
  return {
    /** Sets the id of the next span; undefined: random. */
    setNext(spanId: string | undefined): void {
      next = spanId;
    },
    generator: {
      generateTraceId: () => random.generateTraceId(),
      generateSpanId: () => next ?? random.generateSpanId(),
    },
  };
}

function wrap(
  span: Api.Span,
  parent: SpanStart['parent'],
  toApi: (position: TraceContext) => Api.SpanContext,
): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = (traceFlags & SAMPLED) | (parent === undefined ? 0 : parent.flags & RANDOM);
  return {
    context: { traceId, spanId, flags, traceState: parent?.traceState },
    link: (position) => void span.addLink({ context: toApi(position) }),
    end({ attributes, errorClass, endedAt } = {}) {
      if (attributes) span.setAttributes(attributes);
      if (errorClass !== undefined) {
        span.setAttribute('error.type', errorClass);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end(endedAt);
    },
  };
}
