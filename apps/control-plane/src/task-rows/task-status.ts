export const TASK_STATUSES = [
  'queued',
  'allocated',
  'running',
  'success',
  'failed',
  'cancelled',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];
