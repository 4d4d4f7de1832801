import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { readTraceContext } from '@errand/tracing';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import { openSeeds, type SeedSealer } from '../recordings/seal-seeds.ts';
import { getTask } from '../task-rows/get-task.ts';
import type { TaskStatus } from '../task-rows/task-status.ts';
import { DEFAULTS, type SubmittedTask } from '../transitions/submitted-task.ts';
import { RecordingDeletedError, RetryTooEarlyError, TaskNotRetryableError } from './task-errors.ts';

type Secrets = Readonly<Record<string, JsonValue>>;

interface Dependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly inputFiles: Pick<InputFileStore, 'read'>;
}

/**
 * Reads what a failed or cancelled task was submitted with, under its recording's current name, for
 * a new submission. Throws TaskNotFoundError, RetryTooEarlyError, TaskNotRetryableError,
 * RecordingDeletedError, InputFileLostError.
 */
export async function readSubmission(
  { database, sealer, inputFiles }: Dependencies,
  accountId: string,
  taskId: string,
): Promise<SubmittedTask> {
  const task = await getTask(taskId, (id) => findTask(database, accountId, id));
  if (task.status === 'success') throw new TaskNotRetryableError(taskId);
  if (task.status !== 'failed' && task.status !== 'cancelled') {
    throw new RetryTooEarlyError(taskId, task.status);
  }
  // Another recording may have taken the deleted one's name.
  if (task.is_recording_deleted) throw new RecordingDeletedError(taskId);
  const { id, automation, is_recording_deleted: _isDeleted, status: _status, ...rest } = task;
  const { traceparent, tracestate, ...columns } = rest;
  const unseal = (sealed: string | null, context: string): JsonValue =>
    sealed === null ? null : sealer.unseal(sealed, context);
  const secrets = unseal(task.secure_parameters, sealedContext.secureParameters(id));
  const receiver = unseal(task.task_callback_api_key, sealedContext.callbackSecret('task', id));
  const submitted = {
    ...columns,
    secure_parameters: withoutDeclared(secrets, automation, { sealer, accountId }),
    input_files: await inputFiles.read(id),
    rdp_parameter: unseal(task.rdp_parameter, sealedContext.rdpParameter(id)),
    // submit-task.ts seals the receiver in this shape.
    task_callback_api_key: (receiver as { readonly api_key: string } | null)?.api_key ?? null,
    retry_of: id,
    traceContext: readTraceContext({ traceparent, tracestate }) ?? null,
  };
  const given = Object.entries(submitted).filter(([, value]) => value !== null);
  // Each column holds the submitted value of the same name.
  return Object.fromEntries(given) as unknown as SubmittedTask;
}

interface StoredTask {
  readonly id: string;
  readonly status: TaskStatus;
  readonly is_recording_deleted: boolean;
  readonly automation: unknown;
  readonly secure_parameters: string | null;
  readonly rdp_parameter: string | null;
  readonly task_callback_api_key: string | null;
  readonly traceparent: string | null;
  readonly tracestate: string | null;
}

/** Also contains the other members of a submission, by name. */
async function findTask(
  { pool }: Database,
  accountId: string,
  taskId: string,
): Promise<StoredTask | undefined> {
  const members = Object.keys(DEFAULTS).map((name) => `t.${name}`);
  const { rows } = await pool.query<StoredTask>(
    `SELECT t.id, t.status, r.deleted_at IS NOT NULL AS is_recording_deleted, v.automation, r.endpoint_name, t.goal,
       t.input_parameters, t.secure_parameters, t.rdp_parameter, t.task_callback_api_key, t.traceparent, t.tracestate, ${members.join(', ')}
     FROM tasks t JOIN recordings r ON r.id = t.recording_id JOIN recording_versions v ON v.id = t.recording_version_id
     WHERE t.account_id = $1 AND t.id = $2 AND t.kind = 'task'`,
    [accountId, taskId],
  );
  return rows[0];
}

/**
 * Removes the secrets that the task took from its version of the automation: the current version
 * may refer to others.
 */
function withoutDeclared(
  secrets: JsonValue,
  automation: unknown,
  seals: SeedSealer,
): Secrets | null {
  if (secrets === null) return null;
  // Both passed their schemas.
  const { parameters } = automation as {
    parameters?: { secure_parameters?: Readonly<Record<string, readonly JsonValue[]>> };
  };
  const own = openSeeds(parameters?.secure_parameters ?? {}, seals);
  const given = Object.entries(secrets as Secrets).filter(
    ([name, value]) => !isDeepStrictEqual(value, own[name]),
  );
  return Object.fromEntries(given);
}
