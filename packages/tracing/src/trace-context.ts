import { readTraceState } from './trace-state.ts';

/** A position in a trace: what https://www.w3.org/TR/trace-context/ passes on in headers. */
export interface TraceContext {
  /** 32 hexadecimal digits in lower case. */
  readonly traceId: string;
  /** 16 hexadecimal digits in lower case: the parent span. */
  readonly spanId: string;
  /** 1: the caller records its spans; 2: the trace id is random. */
  readonly flags: number;
  /** Data of tracing systems, which is passed on unchanged. */
  readonly traceState: string | undefined;
}

/** The two headers, with the names of the standard. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const KNOWN_FLAGS = 0b11;
/** Longer than any version that exists; a header of megabytes is not matched. */
const MAX_LENGTH = 512;

/**
 * Reads the headers of a request. As the standard says, a traceparent that is not valid is ignored,
 * with its tracestate; one of a later version is read as far as version 00 defines it.
 */
export function readTraceContext(headers: {
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > MAX_LENGTH) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] =
    TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return {
    traceId,
    spanId,
    flags: Number.parseInt(flags, 16) & KNOWN_FLAGS,
    traceState: typeof tracestate === 'string' ? readTraceState(tracestate) : undefined,
  };
}

/** Writes the headers of a request, in version 00. */
export function writeTraceHeaders(context: TraceContext): TraceHeaders {
  const { traceId, spanId, flags, traceState } = context;
  const traceparent = `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
  return traceState === undefined ? { traceparent } : { traceparent, tracestate: traceState };
}
