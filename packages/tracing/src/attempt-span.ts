import { createHash } from 'node:crypto';
import type { TraceContext } from './trace-context.ts';

/**
 * Returns the id of the span of an attempt. It is derived from the task and the number of the
 * attempt, so the control plane can end the span of a worker that died, under which the worker has
 * exported steps, and the next attempt can refer to it.
 */
function attemptSpanId(taskId: string, attempt: number): string {
  const digest = createHash('sha256').update(`${taskId.toLowerCase()}/${attempt}`).digest('hex');
  // A span id must not be zero.
  return digest.slice(0, 15) + (Number.parseInt(digest.slice(15, 16), 16) | 1).toString(16);
}

/** Returns what a span of an attempt begins with: its id, its parent, and the previous attempt. */
export function attemptSpan(task: {
  readonly taskId: string;
  readonly attempt: number;
  /** The submission's position in its trace. */
  readonly trace: TraceContext;
}) {
  const { taskId, attempt, trace } = task;
  const earlier = { ...trace, spanId: attemptSpanId(taskId, attempt - 1) };
  return {
    spanId: attemptSpanId(taskId, attempt),
    parent: trace,
    links: attempt > 1 ? [earlier] : [],
  };
}
