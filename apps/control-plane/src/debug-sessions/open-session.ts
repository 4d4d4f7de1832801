import type { ErrandSchemas } from '@errand/api-types';
import { randomUUIDv7 } from 'node:crypto';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { Transaction } from '../database/transaction.ts';
import type { InputFileContent } from '../input-files/input-file.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import { readInputFiles } from '../input-files/read-input-files.ts';
import { findPortal } from '../recordings/find-portal.ts';
import type { RecordingStore } from '../recordings/recording-store.ts';
import { sealSeeds } from '../recordings/seal-seeds.ts';
import type { VaultAccess } from '../secrets/vault-access.ts';
import { checkSubmission, matchDesktop, matchParameters } from '../tasks/check-submission.ts';
import { storeTask, type SubmitDependencies } from '../transitions/submit-task.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { DebugSessionLimitError } from './debug-session-errors.ts';
import { declaredBy, readSource, type SessionSource } from './session-source.ts';

type Body = ErrandSchemas['OpenSessionRequest'];

export interface OpeningDependencies extends SubmitDependencies {
  readonly recordings: RecordingStore;
  readonly artifacts: Pick<ArtifactStore, 'findTrace'>;
  readonly inputFiles: Pick<InputFileStore, 'read' | 'storeAround'>;
  readonly vaultAccess: Pick<VaultAccess, 'check'>;
  /** Sessions that an account without its own limit may have open. */
  readonly maxDebugSessions: number;
}

/** Who opens a session. */
export interface Opener {
  readonly accountId: string;
  readonly apiKeyId: string;
  /** Aborts the opening while nothing has been stored. */
  readonly signal: AbortSignal;
}

/** The endpoint name of the session's task, for the log. */
const ENDPOINT_NAME = 'debug session';

/**
 * Stores a session with its task, and returns its id. The automation becomes a version of a
 * recording that no list shows, so that the task has a recording like any other. Throws
 * InvalidRequestError, RecordingNotFoundError, VersionNotFoundError, ParameterMismatchError,
 * TaskNotFoundError, TraceNotFoundError, UnknownUniqueNameError, SecretNotGrantedError,
 * InputFileRefusedError, InputFileLostError, DebugSessionLimitError, StorageFullError,
 * FilesUnavailableError.
 */
export async function openSession(
  dependencies: OpeningDependencies,
  opener: Opener,
  body: Body,
): Promise<string> {
  const { accountId, apiKeyId } = opener;
  const source = await readSource(dependencies, accountId, body);
  const task = await prepareTask(dependencies, accountId, { body, source });
  const version = {
    recording_id: await findHiddenRecording(dependencies, accountId),
    recording_version_id: randomUUIDv7(),
    portal: findPortal(source.automation.url),
    max_automation_retries: 0,
  };
  const sealed = JSON.stringify(sealSeeds(source.automation, { ...dependencies, accountId }));
  const claim = async (transaction: Transaction): Promise<undefined> => {
    await takePlace(transaction, accountId, dependencies.maxDebugSessions);
    await transaction.query(
      `INSERT INTO recording_versions (id, recording_id, version, automation, portal)
       SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4 FROM recording_versions WHERE recording_id = $2`,
      [version.recording_version_id, version.recording_id, sealed, version.portal],
    );
  };
  const { taskId } = await storeTask({ ...dependencies, signal: opener.signal }, accountId, {
    task: { ...task, claim },
    version,
    columns: { kind: 'session', max_retries: 0 },
    finish: async (transaction, sessionId) => {
      await transaction.query(
        `INSERT INTO debug_sessions (task_id, account_id, recording_version_id, source, until, idle_seconds, created_by, created_at)
         SELECT $1, $2, $3, $4, $5, $6, (SELECT name FROM api_keys WHERE id = $7), clock_timestamp()`,
        [
          sessionId,
          accountId,
          version.recording_version_id,
          JSON.stringify(source.shown),
          body.until ?? null,
          body.idle_seconds,
          apiKeyId,
        ],
      );
    },
  });
  return taskId;
}

/** Throws what `matchParameters`, `matchDesktop` and the vaults throw. */
async function prepareTask(
  { sealer, vaultAccess, inputFiles }: OpeningDependencies,
  accountId: string,
  { body, source }: { readonly body: Body; readonly source: SessionSource },
): Promise<SubmittedTask> {
  const declared = declaredBy(source.automation, { sealer, accountId });
  const inputs = {
    ...examplesOf(declared.inputParameters),
    ...onlyDeclared(source.inputParameters ?? {}, declared.inputParameters),
    ...body.input_parameters,
  };
  const secrets = matchParameters(declared, { ...body, input_parameters: inputs });
  const task = {
    endpoint_name: ENDPOINT_NAME,
    input_parameters: inputs,
    secure_parameters: Object.keys(secrets).length > 0 ? secrets : undefined,
    input_files: await filesOf(body, inputFiles),
    ...(body.unique_parameter_names && { unique_parameter_names: body.unique_parameter_names }),
    use_proxy: body.use_proxy,
    max_timeout_in_minutes: body.max_minutes,
  };
  checkSubmission(task);
  matchDesktop(declared, task);
  await vaultAccess.check({ accountId, isLocal: false }, secrets);
  return task;
}

/** The replayed task is known to belong to the account. */
async function filesOf(
  { input_files: given, replay_of: taskId }: Body,
  inputFiles: Pick<InputFileStore, 'read'>,
): Promise<readonly InputFileContent[]> {
  if (given === undefined && taskId !== undefined) return inputFiles.read(taskId);
  return readInputFiles(given ?? []);
}

/** Values that the automation declares as examples; a parameter without one must be given. */
function examplesOf(
  declared: Readonly<Record<string, readonly unknown[]>>,
): Record<string, string[]> {
  const examples = Object.entries(declared).filter(([, values]) => values.length > 0);
  return Object.fromEntries(examples.map(([name, values]) => [name, values.map(String)]));
}

/** An automation other than the replayed task's may declare other inputs. */
function onlyDeclared<Values>(
  given: Readonly<Record<string, Values>>,
  declared: object,
): Record<string, Values> {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => Object.hasOwn(declared, name)),
  );
}

/** The recording whose versions are the automations of sessions. No endpoint can have its name. */
async function findHiddenRecording(
  { database: { pool } }: OpeningDependencies,
  accountId: string,
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH home AS (SELECT id FROM workspaces WHERE account_id = $1 AND is_default), known AS (
       SELECT r.id FROM recordings r JOIN home ON home.id = r.workspace_id
       WHERE r.endpoint_name = '' AND r.deleted_at IS NOT NULL LIMIT 1
     ), created AS (
       INSERT INTO recordings (id, account_id, workspace_id, endpoint_name, current_version, notification_emails, deleted_at, updated_at)
       SELECT $2, $1, home.id, '', 1, '{}', now(), now() FROM home WHERE NOT EXISTS (SELECT FROM known) RETURNING id
     )
     SELECT id FROM known UNION ALL SELECT id FROM created`,
    [accountId, randomUUIDv7()],
  );
  const [recording] = rows;
  if (!recording) throw new Error(`Account "${accountId}" has no default workspace.`);
  return recording.id;
}

/** Counts the open sessions of the account one request at a time. Throws DebugSessionLimitError. */
async function takePlace(
  transaction: Transaction,
  accountId: string,
  usual: number,
): Promise<void> {
  await transaction.query('SELECT pg_advisory_xact_lock(6, hashtext($1))', [accountId]);
  const { rows } = await transaction.query<{ open: string[]; most: number | null }>(
    `SELECT ARRAY(SELECT task_id::text FROM debug_sessions WHERE account_id = $1 AND ended_at IS NULL ORDER BY created_at) AS open,
       (SELECT nullif(coalesce(max_debug_sessions, $2), 0) FROM accounts WHERE id = $1) AS most`,
    [accountId, usual],
  );
  const [{ open, most } = { open: [], most: null }] = rows;
  if (most !== null && open.length >= most) throw new DebugSessionLimitError(open, most);
}
