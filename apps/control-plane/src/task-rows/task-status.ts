export const taskStatuses = [
  'queued',
  'allocated',
  'running',
  'success',
  'failed',
  'cancelled',
] as const;

export type TaskStatus = (typeof taskStatuses)[number];
