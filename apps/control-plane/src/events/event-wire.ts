import type { TaskStep } from '../task-rows/task-step.ts';
import { writeStep } from '../task-rows/write-wire-step.ts';
import type { StatusChange } from './status-history.ts';
import type { TaskEvent } from './task-event.ts';

type StepRow = Omit<TaskStep, 'attempt' | 'outcome' | 'screenshotArtifactId'> & {
  readonly leaseEpoch: number;
  readonly outcome: string;
};

export interface WaitRow {
  readonly leaseEpoch: number;
  readonly nodePath: string;
  readonly pageUrl: string;
  readonly startedAt: Date;
  readonly waitUntil: Date;
  readonly endedAt: Date | null;
  readonly resumedBy: string | null;
  readonly variableNames: string[];
}

interface FileRow {
  readonly id: string;
  readonly leaseEpoch: number;
  readonly kind: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: bigint;
}

export function toStatusEvent(
  taskId: string,
  { status, at, attempt, error, errorClass }: StatusChange,
): Extract<TaskEvent, { event: 'status' }>['data'] {
  return {
    task_id: taskId,
    status,
    at: at.toISOString(),
    attempt,
    error: error ?? null,
    error_class: errorClass ?? null,
  };
}

export function toStepEvent({
  leaseEpoch,
  outcome,
  ...step
}: StepRow): Extract<TaskEvent, { event: 'step' }>['data'] {
  return writeStep({ ...step, attempt: leaseEpoch, outcome: outcome as TaskStep['outcome'] });
}

export function toFileEvent(row: FileRow): Extract<TaskEvent, { event: 'file' }>['data'] {
  return {
    artifact_id: row.id,
    attempt: row.leaseEpoch,
    kind: row.kind as 'download' | 'screenshot' | 'final_screenshot',
    filename: row.filename,
    content_type: row.contentType,
    size: Number(row.size),
  };
}

export function toWaitingEvent(
  row: WaitRow,
): Extract<TaskEvent, { event: 'waiting_for_human' }>['data'] {
  return {
    attempt: row.leaseEpoch,
    since: row.startedAt.toISOString(),
    until: row.waitUntil.toISOString(),
    node_path: row.nodePath,
    page_url: row.pageUrl,
  };
}

export function toResumedEvent(
  row: WaitRow,
  endedAt: Date,
): Extract<TaskEvent, { event: 'resumed' }>['data'] {
  return {
    attempt: row.leaseEpoch,
    at: endedAt.toISOString(),
    node_path: row.nodePath,
    waited_ms: endedAt.getTime() - row.startedAt.getTime(),
    resumed_by: row.resumedBy,
    variable_names: row.variableNames,
  };
}
