import type { Pool } from 'pg';
import { isFinal, type TaskStatus } from '../task-rows/task-status.ts';
import { PHASE } from './event-position.ts';

export interface StatusChange {
  readonly attempt: number;
  readonly phase: number;
  readonly status: TaskStatus;
  readonly at: Date;
  readonly error: string | null;
  readonly errorClass: string | null;
}

export interface StatusHistory {
  /** Oldest first. */
  readonly changes: readonly StatusChange[];
  readonly isFinal: boolean;
}

interface Row {
  readonly status: TaskStatus;
  readonly created_at: Date;
  readonly completed_at: Date | null;
  readonly error: string | null;
  readonly error_class: string | null;
  readonly lease_epoch: number | null;
  readonly allocated_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly status_after: TaskStatus | null;
  readonly attempt_error: string | null;
  readonly attempt_error_class: string | null;
}

/**
 * Returns every status that the task has had, derived from its attempts. Undefined when the account
 * has no such task.
 */
export async function readStatusHistory(
  pool: Pool,
  accountId: string,
  taskId: string,
): Promise<StatusHistory | undefined> {
  // One statement, so that task and attempts are consistent.
  const { rows } = await pool.query<Row>(
    `SELECT t.status, t.created_at, t.completed_at, t.error, t.error_class, a.lease_epoch, a.allocated_at,
       a.started_at, a.ended_at, a.status_after, a.error AS attempt_error, a.error_class AS attempt_error_class
     FROM tasks t LEFT JOIN attempts a ON a.task_id = t.id
     WHERE t.id = $1 AND t.account_id = $2 AND t.kind = 'task' ORDER BY a.lease_epoch`,
    [taskId, accountId],
  );
  const [task] = rows;
  if (!task) return undefined;
  const changes = [
    changeOf({ attempt: 0, phase: PHASE.allocated, status: 'queued', at: task.created_at }),
    ...rows.flatMap((row) =>
      row.lease_epoch === null ? [] : changesOfAttempt(row, row.lease_epoch),
    ),
  ];
  const last = changes.at(-1);
  if (isFinal(task.status) && last && !isFinal(last.status)) {
    // The task ended while it was queued.
    const { completed_at: at, status, error, error_class: errorClass } = task;
    const { attempt } = last;
    const place = { attempt, phase: PHASE.left, status, at: at ?? last.at };
    changes.push(changeOf({ ...place, error, errorClass }));
  }
  return { changes, isFinal: isFinal(task.status) };
}

function changesOfAttempt(row: Row, attempt: number): StatusChange[] {
  const { allocated_at, started_at, ended_at, status_after } = row;
  const changes = [
    changeOf({ attempt, phase: PHASE.allocated, status: 'allocated', at: allocated_at }),
  ];
  if (started_at) {
    changes.push(changeOf({ attempt, phase: PHASE.running, status: 'running', at: started_at }));
  }
  if (ended_at && status_after) {
    const { attempt_error: error, attempt_error_class: errorClass } = row;
    const place = { attempt, phase: PHASE.ended, status: status_after, at: ended_at };
    changes.push(changeOf({ ...place, error, errorClass }));
  }
  return changes;
}

function changeOf(
  change: Omit<StatusChange, 'error' | 'errorClass'> & Partial<StatusChange>,
): StatusChange {
  return { error: null, errorClass: null, ...change };
}
