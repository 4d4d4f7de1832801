import type { ErrandSchemas } from '@errand/api-types';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { TaskFile } from '../artifacts/task-file.ts';
import { defineRoute } from '../http/define-route.ts';
import { writeInputFile } from '../input-files/input-files-of.ts';
import type { ViewerStore, ControlSession } from '../live-view/viewer-store.ts';
import type { TaskStep } from '../task-rows/task-step.ts';
import { toTimestamp } from '../task-rows/to-timestamp.ts';
import { filesOfStep, writeStep } from '../task-rows/write-wire-step.ts';
import { toTaskStatusData, toWaitingForHuman } from './task-status-data.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskAttempt, TaskDetail } from './task.ts';

type WireTask = ErrandSchemas['TaskDetail'];

export const getTask = defineRoute(
  'getTask',
  async (
    {
      tasks,
      artifacts,
      viewers,
      downloadUrlExpirySeconds,
    }: {
      readonly tasks: TaskStore;
      readonly artifacts: ArtifactStore;
      readonly viewers: ViewerStore;
      readonly downloadUrlExpirySeconds: number;
    },
    { params, accountId },
  ) => {
    const task = await tasks.getDetail(accountId, params.task_id);
    const files = await artifacts.listFiles(accountId, params.task_id);
    const sessions = await viewers.listControlSessions(task.taskId);
    const ids = task.steps.flatMap((step) => Object.values(filesOfStep(step)));
    const evidence = await artifacts.signEvidence(
      task.taskId,
      ids.filter((id) => id !== undefined),
      downloadUrlExpirySeconds,
    );
    const related = { files, sessions, evidence };
    return { status: 200, body: { success: true, task: toWire(task, related) } };
  },
);

interface Related {
  readonly files: readonly TaskFile[];
  readonly sessions: readonly ControlSession[];
  /** URLs of the files of steps, by artifact id. */
  readonly evidence: ReadonlyMap<string, string>;
}

function toWire(task: TaskDetail, { files, sessions, evidence }: Related): WireTask {
  return {
    ...toTaskStatusData(task),
    created_at: task.createdAt.toISOString(),
    error_class: task.errorClass,
    error_node_path: task.errorNodePath,
    error_page_url: task.errorPageUrl,
    http_status: task.httpStatus,
    endpoint_name: task.endpointName,
    recording_id: task.recordingId,
    recording_version: task.recordingVersion,
    input_parameters: mutable(task.inputParameters),
    input_files: task.inputFiles.map(writeInputFile),
    unique_parameter_names: [...task.uniqueParameterNames],
    login_queue: task.loginQueue,
    priority: task.priority,
    max_timeout_in_minutes: task.maxTimeoutInMinutes,
    use_proxy: task.useProxy,
    is_dedicated: task.isDedicated,
    retry_count: task.retryCount,
    max_retries: task.maxRetries,
    retry_of: task.retryOf,
    cancel_requested: task.isCancelRequested,
    waiting_for_human: toWaitingForHuman(task.waitingForHuman),
    // Validated against the worker's API document when the worker reported it.
    output_data: (task.output?.outputData ?? []) as WireTask['output_data'],
    for_loop_status: (task.output?.forLoopStatus ?? []) as WireTask['for_loop_status'],
    model_usage: task.modelUsage as WireTask['model_usage'],
    download_count: files.filter(({ kind }) => kind !== 'evidence').length,
    control_sessions: sessions.map(toWireSession),
    attempts: task.attempts.map(toWireAttempt),
    steps: task.steps.map((step) => ({
      ...writeStep(step),
      ...urlsOf(step, evidence),
    })),
  };
}

function urlsOf(
  step: TaskStep,
  evidence: Related['evidence'],
): Pick<WireTask['steps'][number], 'screenshot_url' | 'evidence_url' | 'log_url'> {
  const files = filesOfStep(step);
  return {
    screenshot_url: evidence.get(files.screenshot_url ?? '') ?? null,
    evidence_url: evidence.get(files.evidence_url ?? '') ?? null,
    log_url: evidence.get(files.log_url ?? '') ?? null,
  };
}

function toWireSession(session: ControlSession): WireTask['control_sessions'][number] {
  return {
    api_key_id: session.apiKeyId,
    api_key_name: session.apiKeyName,
    opened_at: session.openedAt.toISOString(),
    closed_at: toTimestamp(session.closedAt),
    seconds: session.seconds,
  };
}

function toWireAttempt(attempt: TaskAttempt): WireTask['attempts'][number] {
  return {
    attempt: attempt.attempt,
    allocated_at: attempt.allocatedAt.toISOString(),
    started_at: toTimestamp(attempt.startedAt),
    ended_at: toTimestamp(attempt.endedAt),
    outcome: attempt.outcome,
    error_class: attempt.errorClass,
    error: attempt.error,
  };
}

function mutable(parameters: TaskDetail['inputParameters']): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, [...values]]),
  );
}
