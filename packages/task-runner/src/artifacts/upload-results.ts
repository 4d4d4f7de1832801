import { StorageRefusedError } from '../control-plane-errors.ts';
import type { TaskReporter } from '../task-reporter.ts';
import {
  type ArtifactFile,
  BATCH_SIZE,
  uploadArtifacts,
  type UploadSignals,
} from './upload-artifacts.ts';

const MAX_NAMES = 10;

/**
 * Uploads the files of a result. When storage is too small for all of them, stores those that fit
 * one by one and throws StorageRefusedError with the names of the others, because an incomplete
 * result must not look complete. Throws UploadError.
 */
export async function uploadResults(
  reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>,
  files: readonly ArtifactFile[],
  signals: UploadSignals,
): Promise<void> {
  const upload = (some: readonly ArtifactFile[]) =>
    refusalOf(() => uploadArtifacts(reporter, some, signals));
  const leftOut: string[] = [];
  let refusal: StorageRefusedError | undefined;
  for (let start = 0; start < files.length; start += BATCH_SIZE) {
    const batch = files.slice(start, start + BATCH_SIZE);
    if (!(await upload(batch))) continue;
    for (const file of batch) {
      const refused = await upload([file]);
      if (refused) leftOut.push(file.filename);
      refusal = refused ?? refusal;
    }
  }
  if (refusal) throw new StorageRefusedError(describe(leftOut, refusal), { cause: refusal });
}

async function refusalOf(work: () => Promise<unknown>): Promise<StorageRefusedError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof StorageRefusedError) return error;
    throw error;
  }
}

function describe(leftOut: readonly string[], { message }: StorageRefusedError): string {
  const names = leftOut.slice(0, MAX_NAMES).map((name) => JSON.stringify(name));
  if (leftOut.length > MAX_NAMES) names.push(`${leftOut.length - MAX_NAMES} more`);
  return `The result is missing ${names.join(', ')}: ${message}`;
}
