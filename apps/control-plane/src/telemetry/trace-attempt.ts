import { attemptSpan, type Tracing } from '@errand/tracing';
import type { EndedAttempt } from './observer.ts';

/**
 * Exports the span of an attempt that its worker did not end, so the steps that the worker exported
 * have their parent. The span ends when the attempt was taken from the worker, which may have died
 * long before.
 */
export function traceEndedAttempt(tracing: Tracing, ended: EndedAttempt): void {
  const { taskId, attempt, trace, allocatedAt, endedAt, outcome, errorClass } = ended;
  if (!trace) return;
  const span = tracing.startSpan('attempt', {
    ...attemptSpan({ taskId, attempt, trace }),
    startedAt: allocatedAt,
    attributes: {
      'errand.task.id': taskId,
      'errand.attempt': attempt,
      'errand.worker.id': ended.workerId,
      'errand.attempt.outcome': outcome,
      'errand.attempt.ended_by': 'control_plane',
    },
  });
  span?.end({ errorClass, endedAt });
}
