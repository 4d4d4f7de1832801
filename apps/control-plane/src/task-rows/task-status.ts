export const TASK_STATUSES = [
  'queued',
  'allocated',
  'running',
  'success',
  'failed',
  'cancelled',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Statuses in which a task has ended and never changes again. */
export const FINAL_STATUSES = [
  'success',
  'failed',
  'cancelled',
] as const satisfies readonly TaskStatus[];

/** SQL condition: the task `t` has ended. */
export const IS_FINAL = `t.status IN (${FINAL_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/** Returns whether a task with this status has ended. */
export function isFinal(status: TaskStatus): boolean {
  return FINAL_STATUSES.some((final) => final === status);
}
