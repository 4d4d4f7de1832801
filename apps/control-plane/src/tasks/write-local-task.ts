import type { ErrandSchemas } from '@errand/api-types';
import { writeLease } from '../leases/write-lease.ts';
import type { LocalTask } from './submit-local-task.ts';

/**
 * Builds the response to a local inference server: the task in the public API's shape, and the
 * lease of the worker protocol.
 */
export function writeLocalTask(
  local: LocalTask,
  submitter: { readonly accountId: string; readonly apiKey: string },
): ErrandSchemas['LocalSubmitAccepted'] {
  const { lease, workerId } = local;
  const { session: _session, ...written } = writeLease(lease);
  return {
    success: true,
    message: 'The task is allocated to this local server.',
    task_id: lease.taskId,
    task: writeTask(local, submitter),
    lease: { ...written, worker_id: workerId, session: null },
  };
}

function writeTask(
  { lease, automation, allocatedAt, dedupKey }: LocalTask,
  { accountId, apiKey }: { readonly accountId: string; readonly apiKey: string },
): ErrandSchemas['Task'] {
  const { task } = lease;
  const names = task.unique_parameter_names;
  const unique = names.map((name) => [name, task.input_parameters[name] ?? []] as const);
  return {
    task_id: lease.taskId,
    user_id: accountId,
    recording_id: task.recording_id,
    automation,
    input_parameters: task.input_parameters,
    unique_parameter_names: names,
    unique_parameters: unique.length > 0 ? Object.fromEntries(unique) : null,
    created_at: task.created_at,
    allocated_at: allocatedAt.toISOString(),
    started_at: null,
    completed_at: null,
    status: 'allocated',
    error: null,
    retry_count: 0,
    max_retries: 0,
    save_directory: 'tasks',
    task_directory: null,
    logs_directory: null,
    downloads_directory: null,
    log_file_path: null,
    dedup_key: dedupKey,
    api_key: apiKey,
  };
}
