import type { JsonValue } from '@errand/foundation';
import type { Sealer } from '@errand/secrets';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../database/connect-database.ts';
import { sealedContext } from '../database/sealed-context.ts';
import type { InputFileStore } from '../input-files/input-file-store.ts';
import { openSeeds, type SeedSealer } from '../recordings/seal-seeds.ts';
import { getTask } from '../task-rows/get-task.ts';
import type { SubmittedTask } from '../transitions/submitted-task.ts';
import { RecordingDeletedError, TaskNotRetryableError } from './task-errors.ts';

type Secrets = Readonly<Record<string, JsonValue>>;

interface Dependencies {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly inputFiles: Pick<InputFileStore, 'read'>;
}

/**
 * What a failed or cancelled task was submitted with, under the present name of its recording, to be submitted again.
 * Throws TaskNotFoundError, TaskNotRetryableError, RecordingDeletedError, InputFileLostError.
 */
export async function readSubmission(
  { database, sealer, inputFiles }: Dependencies,
  accountId: string,
  taskId: string,
): Promise<SubmittedTask> {
  const task = await findTask(database, accountId, taskId);
  if (task.status !== 'failed' && task.status !== 'cancelled') {
    throw new TaskNotRetryableError(taskId, task.status);
  }
  // Another recording may have its name by now.
  if (task.recording.deletedAt) throw new RecordingDeletedError(taskId);
  const unseal = (sealed: string | null, context: string): JsonValue | undefined =>
    sealed === null ? undefined : sealer.unseal(sealed, context);
  const secrets = unseal(task.secureParameters, sealedContext.secureParameters(task.id));
  const receiver = unseal(task.taskCallbackApiKey, sealedContext.callbackSecret('task', task.id));
  return {
    endpointName: task.recording.endpointName,
    goal: task.goal ?? undefined,
    inputParameters: task.inputParameters as SubmittedTask['inputParameters'],
    uniqueParameterNames: task.uniqueParameterNames,
    secureParameters: withoutDeclared(secrets, task.recordingVersion.automation, {
      sealer,
      accountId,
    }),
    inputFiles: await inputFiles.read(task.id),
    rdpParameter: unseal(task.rdpParameter, sealedContext.rdpParameter(task.id)),
    maxTimeoutInMinutes: task.maxTimeoutInMinutes,
    useProxy: task.useProxy,
    isDedicated: task.isDedicated,
    taskCallbackUrl: task.taskCallbackUrl ?? undefined,
    // As submit-task.ts seals it.
    taskCallbackApiKey: (receiver as { readonly api_key: string } | undefined)?.api_key,
    maxParallelism: task.maxParallelism ?? undefined,
    perLoginParallelism: task.perLoginParallelism,
    priority: task.priority,
    retryOf: task.id,
  };
}

async function findTask({ prisma }: Database, accountId: string, taskId: string) {
  const include = {
    recording: { select: { endpointName: true, deletedAt: true } },
    recordingVersion: { select: { automation: true } },
  };
  return getTask(taskId, (id) => prisma.task.findUnique({ where: { accountId, id }, include }));
}

/** Leaves out the secrets that the task had from its version of the automation: the current one may refer to others. */
function withoutDeclared(
  secrets: JsonValue | undefined,
  automation: unknown,
  seals: SeedSealer,
): Secrets | undefined {
  if (secrets === undefined) return undefined;
  // Both have passed their schemas.
  const { parameters } = automation as {
    parameters?: { secure_parameters?: Readonly<Record<string, readonly JsonValue[]>> };
  };
  const own = openSeeds(parameters?.secure_parameters ?? {}, seals);
  const given = Object.entries(secrets as Secrets).filter(
    ([name, value]) => !isDeepStrictEqual(value, own[name]),
  );
  return Object.fromEntries(given);
}
