import type { Logger } from '@errand/app-runtime';
import type { TraceContext } from './trace-context.ts';

/** Values of a span. Never include what users choose: values, addresses, names, messages. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanStart {
  /** `server` and `client` are the two sides of an HTTP request. Default: neither. */
  readonly kind?: 'server' | 'client';
  /** Default: the span begins a trace. */
  readonly parent?: TraceContext | undefined;
  /** Earlier spans that also caused this span. */
  readonly links?: readonly TraceContext[];
  /** 16 hexadecimal digits. Default: random. */
  readonly spanId?: string;
  /** Default now. */
  readonly startedAt?: Date | undefined;
  readonly attributes?: SpanAttributes;
}

export interface SpanEnd {
  readonly attributes?: SpanAttributes;
  /** The class of the error that the work failed with, such as `timeout`. Default: no failure. */
  readonly errorClass?: string | undefined;
  /** Default now. */
  readonly endedAt?: Date | undefined;
}

/** Work that takes time. It is exported once it has ended, and not at all if it never does. */
export interface Span {
  /** Parent of the spans and requests that this span causes. */
  readonly context: TraceContext;
  readonly link: (context: TraceContext) => void;
  readonly end: (end?: SpanEnd) => void;
}

/** Why a span was not exported. */
export type DropReason = 'queue_full' | 'export_failed' | 'shutdown';

/** Disposing exports what has ended, for at most five seconds. */
export interface Tracing extends AsyncDisposable {
  /** Undefined where no traces are recorded. */
  readonly startSpan: (name: string, start?: SpanStart) => Span | undefined;
}

/** How an app identifies itself in its spans, and how it learns of spans that were dropped. */
export interface TracingParts {
  /** `service.name` unless the operator set another one. */
  readonly service: string;
  /** `service.instance.id`: names the process. */
  readonly instance: string;
  readonly onDropped: (reason: DropReason, count: number) => void;
  readonly logger: Pick<Logger, 'warn'>;
}

export const noTracing: Tracing = {
  startSpan: () => undefined,
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
