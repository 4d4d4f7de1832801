import type { ErrandSchemas } from '@errand/api-types';
import { toTimestamp } from '../task-rows/to-timestamp.ts';
import type { OpenHumanWait, TaskSummary } from './task.ts';

/** Converts a task to the shape that the status operations return. */
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

export function toWaitingForHuman(
  wait: OpenHumanWait | null,
): ErrandSchemas['WaitingForHuman'] | null {
  return (
    wait && {
      since: wait.startedAt.toISOString(),
      until: wait.waitUntil.toISOString(),
      node_path: wait.nodePath,
      page_url: wait.pageUrl,
    }
  );
}
