import { dataOf, type ErrandSchemas } from '@errand/client';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change.ts';
import { useErrand } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { TextField } from '../../ui/fields.tsx';
import { parseJson } from '../../ui/parse-json.ts';
import { formatJson } from '../../ui/format.ts';
import { readSecrets } from '../inputs/read-secrets.ts';
import { RecordingSecrets } from '../inputs/secrets-field.tsx';
import type { TaskDetail } from './task-detail.ts';

type Changes = ErrandSchemas['RetryRequest'];

interface RetryProps {
  readonly task: TaskDetail;
}

/** A new task to replace a failed one: from the start or the point of failure. */
export function RetryActions({ task }: RetryProps) {
  const hasFailedStep = task.steps.some(({ outcome }) => outcome === 'failed');
  return (
    <>
      {task.status === 'failed' && hasFailedStep && <Continue task={task} />}
      <Retry task={task} />
    </>
  );
}

/** Retries the task and shows the new one. */
function useRetry({ task_id: retried }: TaskDetail): (changes: Changes) => Promise<void> {
  const errand = useErrand();
  const navigate = useNavigate();
  const retry = useChange({
    run: (body: Changes) => {
      const params = { path: { task_id: retried } };
      return dataOf(errand.api.POST('/api/v1/tasks/{task_id}/retry', { params, body }));
    },
    done: ({ message }) => message,
  });
  return async (changes) => {
    const { task_id: taskId } = await retry.mutateAsync(changes);
    await navigate({ to: '/tasks/$taskId', params: { taskId }, search: {} });
  };
}

/** The server knows whether this is safe and, if not, says why. */
function Continue({ task }: RetryProps) {
  const retry = useRetry(task);
  return (
    <FormDialog
      label="Continue"
      name="Continue from the failed step"
      title="Continue from the failed step"
      text="A new task starts at the failed step, or at the last “resumable” step before it: on the page that was open there, with the variables of that moment. It runs the current version of the recording and is not signed in."
      confirm="Continue"
      onSend={() => retry({ from: 'failed_node' })}
    />
  );
}

function Retry({ task }: RetryProps) {
  const retry = useRetry(task);
  return (
    <FormDialog
      look="main-action"
      label="Retry"
      title="Retry this task"
      text="A new task with these inputs and the current version of its recording."
      confirm="Retry"
      onSend={async (texts) => retry(readChanges(task, texts))}
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
      <RecordingSecrets
        recordingId={task.recording_id}
        mustFill={false}
        unless="Secrets that are not given stay as they were. "
      />
    </FormDialog>
  );
}

/** Returns only what differs from the task; the server copies the rest. */
function readChanges(
  task: TaskDetail,
  { inputs = '', minutes, ...others }: Readonly<Record<string, string>>,
): Changes {
  const given = parseJson('Input parameters', inputs) as TaskDetail['input_parameters'];
  const isSame = JSON.stringify(given) === JSON.stringify(task.input_parameters);
  const timeout = minutes === undefined ? task.max_timeout_in_minutes : Number(minutes);
  return {
    ...readSecrets(others),
    ...(isSame ? {} : { input_parameters: given }),
    ...(timeout === task.max_timeout_in_minutes ? {} : { max_timeout_in_minutes: timeout }),
  };
}
