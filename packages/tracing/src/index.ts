export {
  readTraceContext,
  writeTraceHeaders,
  type TraceContext,
  type TraceHeaders,
} from './trace-context.ts';
