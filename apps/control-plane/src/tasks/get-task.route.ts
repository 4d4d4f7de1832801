import type { ErrandSchemas } from '@errand/api-types';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { TaskFile } from '../artifacts/task-file.ts';
import { INSPECTED_KINDS } from '../task-rows/inspected-kinds.ts';
import { defineRoute } from '../http/define-route.ts';
import type { ErrorPages } from '../http/error-pages.ts';
import type { ViewerStore, ControlSession } from '../live-view/viewer-store.ts';
import { toTimestamp } from '../task-rows/to-timestamp.ts';
import type { TraceUrls } from '../traces/trace-urls.ts';
import type { TaskStore } from './task-store.ts';
import type { TaskDetail } from './task.ts';
import { writeSteps } from './write-steps.ts';

type WireTask = ErrandSchemas['TaskDetail'];

export const getTask = defineRoute(
  'getTask',
  async (
    {
      tasks,
      artifacts,
      viewers,
      traceUrls,
      errorPages,
      downloadUrlExpirySeconds,
    }: {
      readonly tasks: TaskStore;
      readonly artifacts: ArtifactStore;
      readonly viewers: ViewerStore;
      readonly traceUrls: Pick<TraceUrls, 'pageOf'>;
      readonly errorPages: ErrorPages;
      readonly downloadUrlExpirySeconds: number;
    },
    { params, accountId },
  ) => {
    const task = await tasks.getDetail(accountId, params.task_id);
    const files = await artifacts.listFiles(accountId, params.task_id);
    const sessions = await viewers.listControlSessions(task.task_id);
    const steps = await writeSteps(
      { artifacts, downloadUrlExpirySeconds },
      task.task_id,
      task.steps,
    );
    const trace = await artifacts.findTrace(accountId, task.task_id);
    const traceUrl = trace ? traceUrls.pageOf(task.task_id) : null;
    const docsUrl = task.error_class === null ? null : errorPages.urlOf(task.error_class);
    const related = { files, sessions, steps, traceUrl, docsUrl };
    return { status: 200, body: { success: true, task: toWire(task, related) } };
  },
);

interface Related {
  readonly files: readonly TaskFile[];
  readonly sessions: readonly ControlSession[];
  readonly steps: WireTask['steps'];
  readonly traceUrl: string | null;
  readonly docsUrl: string | null;
}

function toWire(
  task: TaskDetail,
  { files, sessions, steps, traceUrl, docsUrl }: Related,
): WireTask {
  return {
    ...task,
    download_count: files.filter(({ kind }) => !INSPECTED_KINDS.includes(kind)).length,
    trace_url: traceUrl,
    error_docs_url: docsUrl,
    control_sessions: sessions.map(toWireSession),
    steps,
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
