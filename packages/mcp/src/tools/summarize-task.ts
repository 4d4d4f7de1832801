import type { ErrandSchemas } from '@errand/client';

type TaskDetail = ErrandSchemas['TaskDetail'];

/** Steps that are shown besides the failed ones. */
const LAST_STEPS = 10;

/**
 * What an agent needs to know about a task. Left out: inputs, and the steps long before the end.
 */
export function summarizeTask(task: TaskDetail, baseUrl: string): object {
  const { attempts, steps } = task;
  const shown = steps.filter(
    ({ outcome }, index) => outcome === 'failed' || index >= steps.length - LAST_STEPS,
  );
  return {
    task_id: task.task_id,
    status: task.status,
    // For the agent's user, who can watch it and take over.
    live_url: task.completed_at === null ? `${baseUrl}/live/${task.task_id}` : null,
    endpoint_name: task.endpoint_name,
    recording_version: task.recording_version,
    error: task.error,
    error_class: task.error_class,
    error_node_path: task.error_node_path,
    error_page_url: task.error_page_url,
    http_status: task.http_status,
    created_at: task.created_at,
    started_at: task.started_at,
    completed_at: task.completed_at,
    waiting_for_human: task.waiting_for_human,
    output_data: task.output_data,
    file_count: task.download_count,
    attempt_count: attempts.length,
    step_count: steps.length,
    // If true, there are more steps before the counted ones.
    steps_truncated: task.steps_truncated,
    steps: shown.map(
      ({ node_path, kind, outcome, reason, error_class, error_message, page_url }) => ({
        node_path,
        kind,
        outcome,
        reason,
        error_class,
        error_message,
        page_url,
      }),
    ),
  };
}
