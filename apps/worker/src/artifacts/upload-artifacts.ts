import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { NewArtifact, TaskReporter, Upload } from '../task-reporter.ts';

/** The control plane takes this many in one call. */
const BATCH_SIZE = 100;
const ATTEMPTS = 3;
const UPLOAD_DEADLINE_MS = 600_000;

export type ArtifactSource =
  | { readonly path: string }
  | { readonly content: Uint8Array<ArrayBuffer> };

export type ArtifactFile = Omit<NewArtifact, 'size'> & { readonly source: ArtifactSource };

/** A file could not be stored. The result would be incomplete, so the attempt is not a success. */
export class UploadError extends Error {
  readonly code = 'upload_failed';

  constructor(filename: string, reason: string, options?: ErrorOptions) {
    super(`The file "${filename}" could not be stored: ${reason}.`, options);
    this.name = new.target.name;
  }
}

/**
 * Uploads files to the addresses that the control plane signs, and confirms them. Answers their ids in
 * the order of `files`. Throws UploadError after three tries of a file.
 */
export async function uploadArtifacts(
  reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>,
  files: readonly ArtifactFile[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let start = 0; start < files.length; start += BATCH_SIZE) {
    const batch = files.slice(start, start + BATCH_SIZE);
    ids.push(...(await uploadBatch(reporter, batch, signal)));
  }
  return ids;
}

async function uploadBatch(
  reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>,
  files: readonly ArtifactFile[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const described = await Promise.all(files.map(describe));
  const uploads = await reporter.createArtifacts(described);
  await Promise.all(
    files.map(async ({ filename, source }, index) => {
      const upload = uploads[index];
      if (!upload) throw new UploadError(filename, 'the control plane gave no address for it');
      await putWithRetries(upload, source, signal);
    }),
  );
  const ids = uploads.map(({ artifact_id }) => artifact_id);
  const { rejected } = await reporter.confirmArtifacts(ids);
  const [first] = rejected;
  if (first) {
    const filename = uploads.find(({ artifact_id }) => artifact_id === first.artifact_id)?.filename;
    throw new UploadError(filename ?? first.artifact_id, `the store says "${first.reason}"`);
  }
  return ids;
}

async function describe({ source, ...described }: ArtifactFile): Promise<NewArtifact> {
  const size = 'path' in source ? (await stat(source.path)).size : source.content.byteLength;
  return { ...described, size };
}

async function putWithRetries(
  upload: Upload,
  source: ArtifactSource,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await put(upload, source, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UploadError(upload.filename, reason, { cause: error });
      }
    }
  }
}

async function put(upload: Upload, source: ArtifactSource, signal: AbortSignal): Promise<void> {
  // A blob of a file is read while it is sent, has a length, and can be sent again.
  const body = 'path' in source ? await openAsBlob(source.path) : source.content;
  const response = await fetch(upload.upload_url, {
    method: 'PUT',
    headers: upload.headers,
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_DEADLINE_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the store answered ${response.status}`);
}
