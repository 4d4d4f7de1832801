import type { ErrandSchemas } from '@errand/client';
import { parseJson } from '../../ui/parse-json.ts';

export type Secrets = NonNullable<ErrandSchemas['SubmitTaskRequest']['secure_parameters']>;

export const LABEL = 'References to secrets';

/** Returns the field's content as a member of a submission. Throws an error for the user. */
export function readSecrets({ secrets }: Readonly<Record<string, string>>): {
  readonly secure_parameters?: Secrets;
} {
  if (secrets === undefined) return {};
  return { secure_parameters: parseJson(LABEL, secrets) as Secrets };
}
