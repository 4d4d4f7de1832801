export { attemptSpan } from './attempt-span.ts';
export { countDroppedSpans } from './count-dropped-spans.ts';
export { openTracing } from './open-tracing.ts';
export {
  readTraceContext,
  writeTraceHeaders,
  type TraceContext,
  type TraceHeaders,
} from './trace-context.ts';
export type { DropReason, Span, Tracing } from './tracing.ts';
