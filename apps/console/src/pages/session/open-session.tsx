import { dataOf, type ErrandSchemas } from '@errand/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { FilesField, TextField } from '../../ui/fields.tsx';
import { parseJson } from '../../ui/parse-json.ts';
import { formatJson, textsOf } from '../../ui/format.ts';
import { readInputFiles } from '../inputs/read-input-files.ts';
import { readSecrets } from '../inputs/read-secrets.ts';

type Opening = ErrandSchemas['OpenSessionRequest'];
type Settings = Pick<Opening, 'unique_parameter_names' | 'use_proxy'>;

interface OpenSessionProps {
  readonly label: string;
  readonly look?: 'plain' | 'main-action';
  /** What to open the session on: a page, an automation or a version of a recording. */
  readonly source: Pick<Opening, 'url' | 'automation' | 'recording_id' | 'version'>;
  readonly inputs: Readonly<Record<string, readonly unknown[]>>;
  /** Names of files that its steps upload. The server does not return their contents. */
  readonly fileNames?: readonly string[];
  /** Field that asks for secrets; absent if the automation has none. */
  readonly secrets?: ReactNode;
  /** Login queue and network of the task that the session repeats. */
  readonly settings?: Settings;
  /** Path of the node before which the session stops. Default: the first. */
  readonly until?: string | undefined;
  readonly onOpened: (sessionId: string) => unknown;
}

const PURPOSE =
  'A browser in which steps run one by one, on the real site. It takes a slot of a worker while it is open.';

function describeSettings({ unique_parameter_names: names = [], use_proxy: proxy }: Settings) {
  const login =
    names.length === 0
      ? ''
      : ` It waits for, and holds back, tasks with the same ${names.join(', ')}.`;
  return `${login}${proxy ? ' It runs behind the proxy.' : ''}`;
}

/** A button that opens a debug session, with a form for its inputs. */
export function OpenSession(props: OpenSessionProps) {
  const { label, look = 'plain', source, inputs, until, onOpened } = props;
  const { fileNames = [], settings = {} } = props;
  const errand = useErrand();
  const open = useMutation({
    mutationFn: (body: Opening) => dataOf(errand.api.POST('/api/v1/sessions', { body })),
  });
  return (
    <FormDialog
      label={label}
      look={look}
      title="Open a debug session"
      text={`${PURPOSE}${describeSettings(settings)}`}
      confirm="Open"
      onSend={async ({ inputs: text = '{}', until: before, ...others }, form) => {
        const given = parseJson('Input parameters', text) as Opening['input_parameters'];
        const { session } = await open.mutateAsync({
          ...source,
          ...settings,
          ...readSecrets(others),
          ...(fileNames.length > 0 && {
            input_files: await readInputFiles(form.getAll('files'), fileNames),
          }),
          ...(given && Object.keys(given).length > 0 ? { input_parameters: given } : {}),
          ...(before === undefined ? {} : { until: before }),
        });
        await onOpened(session.session_id);
      }}
    >
      {Object.keys(inputs).length > 0 && (
        <TextField
          label="Input parameters"
          name="inputs"
          multiline
          required
          value={formatJson(textsOf(inputs))}
          help="JSON: each name with a list of values."
        />
      )}
      <TextField
        label="Run the steps before"
        name="until"
        {...(until === undefined ? {} : { value: until })}
        help="Path of a step, such as nodes[2]. Empty: only the start page opens."
      />
      {props.secrets}
      {fileNames.length > 0 && (
        <FilesField
          label="Files"
          name="files"
          required
          help={`Choose ${fileNames.join(', ')} again.`}
        />
      )}
    </FormDialog>
  );
}
