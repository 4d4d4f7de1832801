import { dataOf } from '@errand/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay, useSignedIn } from '../../api/errand-context.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { parseJson, TextField } from '../../ui/fields.tsx';
import { formatJson } from '../../ui/format.ts';
import type { ErrandSchemas } from '@errand/client';
import { OpenSession } from '../session/open-session.tsx';
import { OpenTrace } from './open-trace.tsx';
import type { TaskDetail } from './task-detail.ts';
import type { Step } from './waterfall-rows.ts';

interface ActionsProps {
  readonly task: TaskDetail;
}

interface TaskActionsProps extends ActionsProps {
  /** The step that is shown. */
  readonly step: Step | undefined;
}

export function TaskActions({ task, step }: TaskActionsProps) {
  const { me } = useSignedIn();
  const mayChange = useMay('submit');
  const mayAuthor = useMay('author');
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
      {mayAuthor && !isOpen && <OpenAtStep task={task} step={step} />}
      {mayChange && isOpen && <Cancel task={task} />}
      {mayChange && (task.status === 'failed' || task.status === 'cancelled') && (
        <Retry task={task} />
      )}
    </>
  );
}

/** A session in the state that the page had before the step. */
function OpenAtStep({ task, step }: TaskActionsProps) {
  const navigate = useNavigate();
  const { recording_id: recordingId, recording_version: version } = task;
  const until = step?.node_path;
  return (
    <OpenSession
      label="Open in a session"
      source={{ recording_id: recordingId, version }}
      inputs={task.input_parameters}
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
      text="A running task is stopped. What it has done on sites stays done."
      confirm="Cancel it"
      onSend={() => cancel.mutateAsync(task.task_id)}
    />
  );
}

function Retry({ task }: ActionsProps) {
  const errand = useErrand();
  const navigate = useNavigate();
  const retry = useChange({
    run: (body: ErrandSchemas['RetryRequest']) => {
      const params = { path: { task_id: task.task_id } };
      return dataOf(errand.api.POST('/api/v1/tasks/{task_id}/retry', { params, body }));
    },
    done: ({ message }) => message,
  });
  return (
    <FormDialog
      look="main-action"
      label="Retry"
      title="Retry this task"
      text="A new task with these inputs and the current version of its recording."
      confirm="Retry"
      onSend={async (texts) => {
        const { task_id: taskId } = await retry.mutateAsync(readChanges(task, texts));
        await navigate({ to: '/tasks/$taskId', params: { taskId }, search: {} });
      }}
    >
      <TextField
        label="Input parameters"
        name="inputs"
        multiline
        required
        value={formatJson(task.input_parameters)}
        help="JSON: each name with a list of values."
      />
      <TextField
        label="Timeout in minutes"
        name="minutes"
        type="number"
        value={String(task.max_timeout_in_minutes)}
      />
    </FormDialog>
  );
}

/** Only what differs from the task: the rest is taken over by the server. */
function readChanges(
  task: TaskDetail,
  { inputs = '', minutes }: Readonly<Record<string, string>>,
): ErrandSchemas['RetryRequest'] {
  const given = parseJson('Input parameters', inputs) as TaskDetail['input_parameters'];
  const isSame = JSON.stringify(given) === JSON.stringify(task.input_parameters);
  const timeout = minutes === undefined ? task.max_timeout_in_minutes : Number(minutes);
  return {
    ...(isSame ? {} : { input_parameters: given }),
    ...(timeout === task.max_timeout_in_minutes ? {} : { max_timeout_in_minutes: timeout }),
  };
}
