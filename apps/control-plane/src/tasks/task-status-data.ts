import type { ErrandSchemas } from '@errand/api-types';
import type { TaskSummary } from './task.ts';

/** A task as the status operations answer it. */
export function toTaskStatusData(task: TaskSummary): Required<ErrandSchemas['TaskStatusData']> {
  return {
    task_id: task.taskId,
    status: task.status,
    created_at: task.createdAt.toISOString(),
    allocated_at: toTimestamp(task.allocatedAt),
    started_at: toTimestamp(task.startedAt),
    completed_at: toTimestamp(task.completedAt),
    error: task.error,
  };
}

export function toTimestamp(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
