import { dataOf, type Errand, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { useErrand } from '../../api/errand-context.ts';
import { readVersion } from '../../api/read-version.ts';
import { TextField } from '../../ui/fields.tsx';
import { LABEL } from './read-secrets.ts';

type Declared = Readonly<Record<string, readonly unknown[]>>;

const EXAMPLE =
  '{"password": [{"onepassword": {"vault_name": "Suppliers", "item_name": "Portal", "field_name": "password"}}]}';

interface SecretsFieldProps {
  /** The secrets that the automation declares, keyed by name, with any references to them. */
  readonly declared?: Declared | undefined;
  /** What happens to secrets that are not given. */
  readonly unless?: string;
  /** Whether secrets without a reference in the recording must be given. */
  readonly mustFill?: boolean;
}

/** Asks where the secrets of a task are. Like every field, it is read once and not stored. */
export function SecretsField({ declared, unless = '', mustFill = true }: SecretsFieldProps) {
  const names = Object.entries(declared ?? {});
  if (declared && names.length === 0) return null;
  const open = names.flatMap(([name, references]) => (references.length === 0 ? [name] : []));
  const isRequired = mustFill && open.length > 0;
  return (
    <TextField
      label={LABEL}
      name="secrets"
      multiline
      required={isRequired}
      help={
        <>
          {isRequired ? `Needed: ${open.join(', ')}. ` : `Optional. ${unless}`}
          {declared &&
            !isRequired &&
            `Secrets that the recording uses: ${names.map(([name]) => name).join(', ')}. `}
          JSON that says where each secret is, such as <code>{EXAMPLE}</code>
        </>
      }
    />
  );
}

interface RecordingSecretsProps extends Omit<SecretsFieldProps, 'declared'> {
  readonly recordingId: string;
  /** Default: the current version. */
  readonly version?: number | undefined;
}

/** The field for a recording whose automation is not loaded yet. */
export function RecordingSecrets({ recordingId, version, ...others }: RecordingSecretsProps) {
  const errand = useErrand();
  const query = useQuery({
    queryKey: ['recording', recordingId, 'secrets', version],
    queryFn: ({ signal }) => readDeclared(errand, { recordingId, version }, signal),
  });
  // If the recording cannot be read, for example because it was deleted, any names are accepted.
  if (query.isPending) return null;
  return <SecretsField declared={query.data} {...others} />;
}

async function readDeclared(
  errand: Errand,
  { recordingId, version }: Pick<RecordingSecretsProps, 'recordingId' | 'version'>,
  signal: AbortSignal,
): Promise<Declared> {
  if (version !== undefined) {
    return declaredIn(await readVersion(errand, { recordingId, version, signal }));
  }
  const params = { path: { recording_id: recordingId } };
  const answer = errand.api.GET('/api/v1/recordings/{recording_id}', { params, signal });
  return declaredIn((await dataOf(answer)).recording.automation);
}

const declaredIn = ({ parameters }: ErrandSchemas['Automation']): Declared =>
  parameters.secure_parameters ?? {};
