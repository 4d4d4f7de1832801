import type { ErrandSchemas } from '@errand/client';
import { cutText } from './cut-text.ts';

type TaskDetail = ErrandSchemas['TaskDetail'];

/** Steps that are shown besides the failed ones. */
const LAST_STEPS = 10;
const MOST_FAILED_STEPS = 20;
const LONGEST_MESSAGE = 2_000;
/** A result contains the output twice: for programs, and as text for agents. */
const LONGEST_OUTPUT = 50_000;

/**
 * Returns what an agent needs to know about a task, bounded so that it cannot fill the agent's
 * context. Left out: inputs, the steps long before the end, and very long results.
 */
export function summarizeTask(task: TaskDetail, baseUrl: string): object {
  const { attempts, steps } = task;
  const failed = new Set(
    steps.filter(({ outcome }) => outcome === 'failed').slice(-MOST_FAILED_STEPS),
  );
  const shown = steps.filter(
    (step, index) => failed.has(step) || index >= steps.length - LAST_STEPS,
  );
  return {
    task_id: task.task_id,
    status: task.status,
    // For the agent's user, who can watch the task and take over.
    live_url: task.completed_at === null ? `${baseUrl}/live/${task.task_id}` : null,
    endpoint_name: task.endpoint_name,
    recording_version: task.recording_version,
    error: task.error && cutText(task.error, LONGEST_MESSAGE),
    error_class: task.error_class,
    error_node_path: task.error_node_path,
    error_page_url: task.error_page_url,
    http_status: task.http_status,
    created_at: task.created_at,
    started_at: task.started_at,
    completed_at: task.completed_at,
    waiting_for_human: task.waiting_for_human,
    ...boundedOutput(task.output_data),
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
        error_message: error_message && cutText(error_message, LONGEST_MESSAGE),
        page_url,
      }),
    ),
  };
}

/** Returns the results, or the beginning of their JSON if they are very long. */
function boundedOutput(output: TaskDetail['output_data']): object {
  const json = JSON.stringify(output);
  const text = cutText(json, LONGEST_OUTPUT);
  if (text === json) return { output_data: output };
  return { output_data: null, output_data_is_cut: true, output_data_start: text };
}
