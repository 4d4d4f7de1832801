import { ERROR_CLASSES } from '@errand/api-types';
import type { StepEvent } from '@errand/automation-engine';
import { attemptSpan, readTraceContext, type TraceContext, type Tracing } from '@errand/tracing';
import type { Lease } from './control-plane-client.ts';

const KNOWN_CLASSES: ReadonlySet<string> = new Set(ERROR_CLASSES);

/** The span of an attempt and those below it. Without a trace, or with tracing off, it does nothing. */
export interface AttemptTrace {
  readonly traceId: string | undefined;
  /** A step of the automation ended. */
  readonly stepEnded: (event: StepEvent) => void;
  /** Runs `work` as a span below the attempt's. */
  readonly measure: <Value>(name: string, work: () => Promise<Value>) => Promise<Value>;
  /**
   * The control plane accepted the end of the attempt. Without this call there is no span: the
   * control plane exports one when it takes the task from this worker.
   */
  readonly end: (end: {
    /** Status of the task, as the control plane returned it; `released`: it was handed back. */
    readonly status: string;
    readonly errorClass?: string | undefined;
  }) => void;
}

const NO_SPAN: Omit<AttemptTrace, 'traceId'> = {
  stepEnded: () => undefined,
  measure: (_name, work) => work(),
  end: () => undefined,
};

export function traceAttempt(tracing: Tracing | undefined, lease: Lease): AttemptTrace {
  const { task_id: taskId, lease_epoch: attempt } = lease;
  const trace = readTraceContext(lease.trace ?? {});
  const span =
    trace &&
    tracing?.startSpan('attempt', {
      ...attemptSpan({ taskId, attempt, trace }),
      attributes: { 'errand.task.id': taskId, 'errand.attempt': attempt },
    });
  if (!tracing || !span) {
    return { ...NO_SPAN, traceId: trace?.traceId };
  }
  const parent = span.context;
  return {
    traceId: parent.traceId,
    stepEnded: (event) => exportStep(tracing, parent, event),
    async measure(name, work) {
      const part = tracing.startSpan(name, { parent });
      try {
        const value = await work();
        part?.end();
        return value;
      } catch (error) {
        part?.end({ errorClass: 'failed' });
        throw error;
      }
    },
    end({ status, errorClass }) {
      const outcome = status === 'queued' ? 'failed' : status;
      const failed = outcome === 'failed' ? classOf(errorClass) : undefined;
      span.end({ attributes: { 'errand.attempt.outcome': outcome }, errorClass: failed });
    },
  };
}

/** Exports the kind and the path of the step, and no content of the automation or its pages. */
function exportStep(tracing: Tracing, parent: TraceContext, event: StepEvent): void {
  const { kind, nodePath, outcome, errorClass, startedAt, durationMs } = event;
  const span = tracing.startSpan(`step ${kind}`, {
    parent,
    startedAt,
    attributes: {
      'errand.step.kind': kind,
      'errand.step.node_path': nodePath,
      'errand.step.outcome': outcome,
    },
  });
  span?.end({
    endedAt: new Date(startedAt.getTime() + durationMs),
    errorClass: outcome === 'failed' ? classOf(errorClass) : undefined,
  });
}

/** Extensions may fail with their own classes, which could be any text. */
function classOf(errorClass: string | undefined): string {
  return errorClass !== undefined && KNOWN_CLASSES.has(errorClass) ? errorClass : 'other';
}
