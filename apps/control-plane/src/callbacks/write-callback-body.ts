import { ObjectNotFoundError, type ObjectStorage } from '@errand/object-storage';
import { buffer } from 'node:stream/consumers';
import { listTaskFiles } from '../artifacts/list-task-files.ts';
import type { TaskFile } from '../artifacts/task-file.ts';
import type { Database } from '../database/connect-database.ts';
import { readFailureStatus } from '../task-rows/failure-status.ts';

/** A receiver fetches files soon after the callback. */
const DOWNLOAD_URL_SECONDS = 24 * 3600;

/** The task in its current state, with fresh download URLs. */
export async function writeCallbackBody(
  database: Database,
  storage: ObjectStorage,
  taskId: string,
): Promise<string> {
  const task = await database.prisma.task.findUniqueOrThrow({
    where: { id: taskId },
    include: { output: true },
  });
  const files = await listTaskFiles(database, task);
  const screenshot = files.findLast(({ kind }) => kind === 'final_screenshot');
  return JSON.stringify({
    task_id: task.id,
    recording_id: task.recordingId,
    endpoint_name: task.endpointName,
    status: task.status,
    error: task.error,
    error_class: task.errorClass,
    error_node_path: task.errorNodePath,
    http_status: await readFailureStatus(database, task.id),
    output_data: task.output?.outputData ?? null,
    final_screenshot: screenshot ? await readBase64(storage, screenshot) : null,
    ...(await describeDownloads(storage, files)),
    input_parameters: task.inputParameters,
    unique_parameter_names: task.uniqueParameterNames,
  });
}

/** Null when the file has been deleted. */
async function readBase64(storage: ObjectStorage, { objectKey }: TaskFile): Promise<string | null> {
  try {
    const bytes = await buffer(await storage.read(objectKey));
    return bytes.toString('base64');
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}

/**
 * Lists all files, and lists them again with metadata if any file has some: receivers built for the
 * reference expect both.
 */
async function describeDownloads(
  storage: ObjectStorage,
  files: readonly TaskFile[],
): Promise<Readonly<Record<string, unknown>>> {
  const downloads = await Promise.all(
    files
      .filter(({ kind }) => kind === 'download' || kind === 'screenshot')
      .map(async ({ objectKey: key, filename, contentType, metadata }) => {
        const expiresInSeconds = DOWNLOAD_URL_SECONDS;
        const request = { key, filename, contentType, expiresInSeconds };
        const url = await storage.presignDownload(request);
        return { url, filename, metadata };
      }),
  );
  if (downloads.length === 0) return { downloads: null };
  return {
    downloads: downloads.map(({ url, filename }) => ({ url, filename })),
    ...(downloads.some(({ metadata }) => metadata !== null)
      ? { downloads_with_metadata: downloads }
      : {}),
  };
}
