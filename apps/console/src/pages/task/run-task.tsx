import { useNavigate } from '@tanstack/react-router';
import type { ErrandSchemas } from '@errand/client';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.ts';
import { useErrand, useMay } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { FilesField, TextField } from '../../ui/fields.tsx';
import { parseJson } from '../../ui/parse-json.ts';
import { formatJson, textsOf } from '../../ui/format.ts';
import { readInputFiles } from '../inputs/read-input-files.ts';
import { readSecrets } from '../inputs/read-secrets.ts';

type Submission = ErrandSchemas['SubmitTaskRequest'];

interface RunTaskProps {
  readonly label: string;
  /** Describes the new task in the dialog. */
  readonly text?: string;
  /** Initial values of the form. */
  readonly inputs: Readonly<Record<string, readonly unknown[]>>;
  /** Names of files that the task needs. The server does not return their contents. */
  readonly fileNames?: readonly string[];
  /** Field that asks for secrets; absent if the recording has none. */
  readonly secrets?: ReactNode;
  /** Submitted unchanged, except for the login that the form shows. */
  readonly settings: Omit<Submission, 'input_parameters' | 'input_files'>;
}

const NEW_TASK = 'A new task with the current version of the recording.';

const OWN_FILES = 'Optional. For steps that upload a file of the task.';

/** A button with a form for a task's inputs that submits the task and shows it. */
export function RunTask(props: RunTaskProps) {
  const { label, inputs, settings, text = NEW_TASK, fileNames = [] } = props;
  const errand = useErrand();
  const mayRun = useMay('submit');
  const navigate = useNavigate();
  const submit = useChange({
    run: (body: Submission) => errand.submit(body),
    done: () => 'The task is queued.',
  });
  if (!mayRun) return null;
  return (
    <FormDialog
      label={label}
      title={`Run ${settings.endpoint_name}`}
      text={text}
      confirm="Run it"
      onSend={async ({ inputs: json = '{}', login = '', ...others }, form) => {
        const { task_id: taskId } = await submit.mutateAsync({
          ...settings,
          ...readSecrets(others),
          input_files: await readInputFiles(form.getAll('files'), fileNames),
          input_parameters: parseJson('Input parameters', json) as Submission['input_parameters'],
          unique_parameter_names: login.split(',').flatMap((name) => name.trim() || []),
        });
        await navigate({ to: '/tasks/$taskId', params: { taskId }, search: {} });
      }}
    >
      <TextField
        label="Input parameters"
        name="inputs"
        multiline
        required
        value={formatJson(textsOf(inputs))}
        help="JSON: each name with a list of values."
      />
      <TextField
        label="Inputs that identify the login"
        name="login"
        value={(settings.unique_parameter_names ?? []).join(', ')}
        help="Optional. Names, separated by commas. Tasks with the same values run one after another."
      />
      {props.secrets}
      <FilesField
        label="Files"
        name="files"
        required={fileNames.length > 0}
        help={fileNames.length > 0 ? `Choose ${fileNames.join(', ')} again.` : OWN_FILES}
      />
    </FormDialog>
  );
}
