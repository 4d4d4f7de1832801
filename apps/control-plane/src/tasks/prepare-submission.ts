import type { ErrandSchemas } from '@errand/api-types';
import { readInputFiles } from '../input-files/read-input-files.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import type { VaultAccess } from '../secrets/vault-access.ts';
import { EndpointNotFoundError } from '../transitions/submit-errors.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { matchDesktop, matchParameters } from './check-submission.ts';

export interface PrepareDependencies {
  readonly recordings: Pick<RecordingStore, 'findParameters'>;
  readonly vaultAccess: Pick<VaultAccess, 'check'>;
}

/**
 * Checks a submission against its recording and the account's vaults, and returns the task to
 * store. The caller has checked its schema, and has called `checkSubmission`. Throws
 * EndpointNotFoundError, ParameterMismatchError, RemoteDesktopMismatchError, InputFileRefusedError,
 * SecretNotGrantedError.
 */
export async function prepareSubmission(
  body: ErrandSchemas['SubmitTaskRequest'],
  { recordings, vaultAccess }: PrepareDependencies,
  submitter: { readonly accountId: string; readonly isLocal: boolean },
): Promise<SubmittedTask> {
  const declared = await recordings.findParameters(submitter.accountId, body.endpoint_name);
  if (!declared) throw new EndpointNotFoundError(body.endpoint_name);
  const secrets = matchParameters(declared, body);
  const task = {
    ...body,
    version: declared.version,
    secure_parameters: Object.keys(secrets).length > 0 ? secrets : undefined,
    input_files: readInputFiles(body.input_files ?? []),
  };
  matchDesktop(declared, task);
  await vaultAccess.check(submitter, secrets);
  return task;
}
