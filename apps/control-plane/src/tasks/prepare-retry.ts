import type { ErrandSchemas } from '@errand/api-types';
import type { TraceContext } from '@errand/tracing';
import { refuseCallbackUrl } from '../callbacks/refuse-callback-url.ts';
import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { VersionNotFoundError } from '../recordings/recording-errors.ts';
import type { CurrentParameters, DeclaredParameters } from '../recordings/recording.ts';
import type { VaultAccess } from '../secrets/vault-access.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { matchDesktop, matchParameters } from './check-submission.ts';
import { ParameterMismatchError, RemoteDesktopMismatchError } from './submission-errors.ts';
import {
  RecordingDeletedError,
  RetryMismatchError,
  RetryPlaceMismatchError,
} from './task-errors.ts';
import type { TaskStore } from './task-store.ts';

export interface RetryDependencies {
  readonly recordings: Pick<RecordingStore, 'findParameters' | 'findParametersOf'>;
  readonly tasks: Pick<TaskStore, 'findStart' | 'getSubmission' | 'submit'>;
  readonly vaultAccess: Pick<VaultAccess, 'check'>;
}

/** What the new task changes in the submission of the old one. */
export type RetryChanges = ErrandSchemas['RetryRequest'];

/**
 * Returns the submission that retries a task with the recording's current version or the one that
 * the changes name, and the trace of the old task. Throws VersionNotFoundError, TaskNotFoundError,
 * RetryTooEarlyError, TaskNotRetryableError, RecordingDeletedError, InputFileLostError,
 * SecretNotGrantedError; for parameters that do not fit, ParameterMismatchError if parameters are changed, or else RetryMismatchError; and
 * RetryPlaceMismatchError. With `from`, also what `findStart` throws, and InvalidRequestError if
 * there are other inputs.
 */
export async function prepareRetry(
  { recordings, tasks, vaultAccess }: RetryDependencies,
  accountId: string,
  { taskId, changes }: { readonly taskId: string; readonly changes: RetryChanges },
): Promise<{ readonly task: SubmittedTask; readonly oldTrace: TraceContext | undefined }> {
  refuseMixedInputs(changes);
  const { traceContext: oldTrace, ...old } = await tasks.getSubmission(accountId, taskId);
  const wanted = { accountId, taskId, endpointName: old.endpoint_name, version: changes.version };
  const declared = await findDeclared(recordings, wanted);
  const changed = applyChanges(withoutUndeclared(old, declared, changes), changes);
  // A goal has the parameters it was submitted with, whatever the recording declares.
  const fitting = changed.goal === undefined ? declared : declaredBy(old);
  const secrets = matchChanged(fitting, changed, { taskId, changes });
  await vaultAccess.check({ accountId, isLocal: false }, secrets);
  const secure_parameters = Object.keys(secrets).length > 0 ? secrets : undefined;
  const { from } = changes;
  const continuation =
    from === undefined
      ? undefined
      : await tasks.findStart(accountId, { taskId, from, version: changes.version });
  const pinned = changes.version === undefined ? {} : { version: declared.version, isPinned: true };
  return { task: { ...changed, ...pinned, secure_parameters, continuation }, oldTrace };
}

/** Throws VersionNotFoundError, and RecordingDeletedError if it was deleted since the task was read. */
async function findDeclared(
  recordings: RetryDependencies['recordings'],
  wanted: {
    readonly accountId: string;
    readonly taskId: string;
    readonly endpointName: string;
    readonly version: number | undefined;
  },
): Promise<CurrentParameters> {
  const { accountId, taskId, endpointName, version } = wanted;
  const found =
    version !== undefined && (await recordings.findParametersOf(accountId, endpointName, version));
  if (found) return found;
  const current = await recordings.findParameters(accountId, endpointName);
  if (!current) throw new RecordingDeletedError(taskId);
  if (version === undefined) return current;
  throw new VersionNotFoundError(current.version.recording_id, version);
}

/** The output would hold data of the old inputs and of the new ones. */
function refuseMixedInputs({ from, input_parameters: inputs }: RetryChanges): void {
  if (from === undefined || inputs === undefined) return;
  const msg =
    'continues a task with the inputs it was submitted with: leave input_parameters out, or retry the task without from';
  throw new InvalidRequestError([{ loc: ['body', 'from'], msg, type: 'mixed_inputs' }]);
}

/**
 * Of the changed kinds of parameters, drops old values that the current version no longer declares.
 * A name that identifies the login stays: without it, the task would run next to others of its
 * login.
 */
function withoutUndeclared(
  old: SubmittedTask,
  declared: DeclaredParameters,
  changes: RetryChanges,
): SubmittedTask {
  if (old.goal !== undefined) return old;
  const inputs = [...Object.keys(declared.inputParameters), ...(old.unique_parameter_names ?? [])];
  const secrets = Object.keys(declared.secureParameters);
  return {
    ...old,
    ...(changes.input_parameters && { input_parameters: pick(old.input_parameters, inputs) }),
    ...(changes.secure_parameters && {
      secure_parameters: pick(old.secure_parameters ?? {}, secrets),
    }),
  };
}

const pick = <Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

function applyChanges(old: SubmittedTask, changes: RetryChanges): SubmittedTask {
  const {
    input_parameters,
    secure_parameters,
    task_callback_url: url,
    from: _from,
    version: _version,
    ...plain
  } = changes;
  if (url !== undefined) refuseCallbackUrl(url, ['body', 'task_callback_url']);
  return {
    ...old,
    // The key belongs to the old URL.
    ...(url !== undefined && { task_callback_url: url, task_callback_api_key: undefined }),
    ...plain,
    input_parameters: { ...old.input_parameters, ...input_parameters },
    secure_parameters: { ...old.secure_parameters, ...secure_parameters },
  };
}

function declaredBy({ input_parameters: inputParameters }: SubmittedTask): DeclaredParameters {
  return { inputParameters, secureParameters: {}, browserChannel: 'chrome', hasStartPage: true };
}

function matchChanged(
  declared: DeclaredParameters,
  task: SubmittedTask,
  { taskId, changes }: { readonly taskId: string; readonly changes: RetryChanges },
): ErrandSchemas['SecureParameters'] {
  try {
    matchDesktop(declared, task);
    return matchParameters(declared, task);
  } catch (error) {
    const isOwn = Boolean(changes.input_parameters ?? changes.secure_parameters);
    if (error instanceof ParameterMismatchError && !isOwn) {
      throw new RetryMismatchError(taskId, error);
    }
    if (error instanceof RemoteDesktopMismatchError) {
      throw new RetryPlaceMismatchError(taskId, error);
    }
    throw error;
  }
}
