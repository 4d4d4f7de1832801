import { Link, useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay, useSignedIn } from '../../api/errand-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { OpenSession } from '../session/open-session.tsx';
import { OpenTrace } from './open-trace.tsx';
import { RetryActions } from './retry-actions.tsx';
import { RunTask } from './run-task.tsx';
import { RecordingSecrets } from '../inputs/secrets-field.tsx';
import type { TaskDetail } from './task-detail.ts';
import type { Step } from './waterfall-rows.ts';

interface ActionsProps {
  readonly task: TaskDetail;
}

interface TaskActionsProps extends ActionsProps {
  /** The selected step. */
  readonly step: Step | undefined;
}

export function TaskActions({ task, step }: TaskActionsProps) {
  const { me } = useSignedIn();
  const mayChange = useMay('submit');
  const isOpen = task.completed_at === null;
  return (
    <>
      {isOpen && task.status !== 'queued' && me.features.live_view && (
        <Link
          className={buttonClass({})}
          to="/tasks/$taskId/live"
          params={{ taskId: task.task_id }}
        >
          Live view
        </Link>
      )}
      {task.trace_url !== null && <OpenTrace taskId={task.task_id} />}
      <OpenAtStep task={task} step={step} />
      {mayChange && isOpen && <Cancel task={task} />}
      {mayChange && (task.status === 'failed' || task.status === 'cancelled') && (
        <RetryActions task={task} />
      )}
      {task.status === 'success' && <RunAgain task={task} />}
    </>
  );
}

/** A succeeded task cannot be retried, so this is a new task. */
function RunAgain({ task }: ActionsProps) {
  return (
    <RunTask
      label="Run again"
      text="A new task with the current version of the recording. It has no callback of its own, and its trace follows the default setting."
      secrets={
        <RecordingSecrets
          recordingId={task.recording_id}
          unless="Secrets that are not given are those of the recording. "
        />
      }
      inputs={task.input_parameters}
      fileNames={task.input_files.map(({ name }) => name)}
      settings={{
        endpoint_name: task.endpoint_name,
        unique_parameter_names: task.unique_parameter_names,
        priority: task.priority,
        max_timeout_in_minutes: task.max_timeout_in_minutes,
        use_proxy: task.use_proxy,
        is_dedicated: task.is_dedicated,
      }}
    />
  );
}

/** Opens a session with the page in its state before the step, if the task has ended. */
export function OpenAtStep({ task, step }: TaskActionsProps) {
  const navigate = useNavigate();
  const mayAuthor = useMay('author');
  if (!mayAuthor || task.completed_at === null) return null;
  const { recording_id: recordingId, recording_version: version } = task;
  const until = step?.node_path;
  return (
    <OpenSession
      label="Open in a session"
      source={{ recording_id: recordingId, version }}
      inputs={task.input_parameters}
      fileNames={task.input_files.map(({ name }) => name)}
      settings={{
        unique_parameter_names: task.unique_parameter_names,
        use_proxy: task.use_proxy,
      }}
      secrets={<RecordingSecrets recordingId={recordingId} version={version} />}
      until={until}
      onOpened={(session) =>
        navigate({
          to: '/recordings/$recordingId/edit',
          params: { recordingId },
          search: { session, ...(until === undefined ? {} : { node: until }) },
        })
      }
    />
  );
}

function Cancel({ task }: ActionsProps) {
  const errand = useErrand();
  const cancel = useChange({
    run: (taskId: string) => errand.cancel(taskId),
    done: ({ message }) => message,
  });
  return (
    <FormDialog
      look="danger"
      label="Cancel"
      title="Cancel this task?"
      text="A running task is stopped. What it has done on sites is not undone."
      confirm="Cancel it"
      onSend={() => cancel.mutateAsync(task.task_id)}
    />
  );
}
