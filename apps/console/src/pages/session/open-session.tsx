import { dataOf, type ErrandSchemas } from '@errand/client';
import { useMutation } from '@tanstack/react-query';
import { useErrand } from '../../api/errand-context.ts';
import { FormDialog } from '../../ui/dialogs.tsx';
import { parseJson, TextField } from '../../ui/fields.tsx';
import { formatJson } from '../../ui/format.ts';

type Opening = ErrandSchemas['OpenSessionRequest'];

interface OpenSessionProps {
  readonly label: string;
  readonly look?: 'plain' | 'main-action';
  /** What to open the session on: a page, an automation or a version of a recording. */
  readonly source: Pick<Opening, 'url' | 'automation' | 'recording_id' | 'version'>;
  readonly inputs: Readonly<Record<string, readonly unknown[]>>;
  /** Path of the node before which the session stops. Default: the first. */
  readonly until?: string | undefined;
  readonly onOpened: (sessionId: string) => unknown;
}

/** A button that opens a debug session, with a form for its inputs. */
export function OpenSession(props: OpenSessionProps) {
  const { label, look = 'plain', source, inputs, until, onOpened } = props;
  const errand = useErrand();
  const open = useMutation({
    mutationFn: (body: Opening) => dataOf(errand.api.POST('/api/v1/sessions', { body })),
  });
  return (
    <FormDialog
      label={label}
      look={look}
      title="Open a debug session"
      text="A browser in which steps run one by one, on the real site. It takes a slot of a worker while it is open."
      confirm="Open"
      onSend={async ({ inputs: text = '{}', until: before }) => {
        const given = parseJson('Input parameters', text) as Opening['input_parameters'];
        const { session } = await open.mutateAsync({
          ...source,
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
          value={formatJson(inputs)}
          help="JSON: each name with a list of values."
        />
      )}
      <TextField
        label="Run the steps before"
        name="until"
        {...(until === undefined ? {} : { value: until })}
        help="Path of a step, such as nodes[2]. Empty: only the start page opens."
      />
    </FormDialog>
  );
}
