import { CodedError, openDeadline, pauseUntilAborted } from '@errand/foundation';
import { randomUUIDv7 } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { NewArtifact, TaskReporter, Upload } from '../task-reporter.ts';

/** Maximum the control plane accepts in one call. */
export const BATCH_SIZE = 100;
/** Long enough for a store to restart or fail over. */
const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const UPLOAD_DEADLINE_MS = 600_000;
const STOPPING = 'the worker is stopping and cannot wait longer for the store';

export type ArtifactSource =
  | { readonly path: string }
  | { readonly content: Uint8Array<ArrayBuffer> };

export type ArtifactFile = Omit<NewArtifact, 'size'> & { readonly source: ArtifactSource };

/**
 * A file could not be stored. The result is incomplete, so the attempt fails. Never retried: the
 * automation has ended, and another attempt would repeat on the site what it did, such as an order.
 */
export class UploadError extends CodedError {
  readonly code = 'upload_failed';
  override readonly retry = 'never';

  constructor(filename: string, reason: string, options?: ErrorOptions) {
    super(`The file "${filename}" could not be stored: ${reason}.`, options);
  }
}

/** Transient statuses: retrying may succeed. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

class StoreRefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the store responded with status ${status}`);
    this.name = new.target.name;
    this.status = status;
  }
}

export interface UploadSignals {
  readonly signal: AbortSignal;
  /**
   * Fires when the end of the attempt can wait no longer: files not stored yet fail. A string as
   * its reason says why; without one, the worker is stopping.
   */
  readonly timeOver?: AbortSignal | undefined;
}

interface Waiting extends UploadSignals {
  readonly patienceMs: number;
}

/**
 * Uploads files to the URLs that the control plane signs, then confirms them. Returns their ids in
 * the order of `files`. Each failed file is retried on its own with growing pauses. Throws
 * UploadError when the store has not accepted a file within `patienceMs` (two minutes by default)
 * or before `timeOver`, or refuses it permanently.
 */
export async function uploadArtifacts(
  reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>,
  files: readonly ArtifactFile[],
  { patienceMs = PATIENCE_MS, ...signals }: UploadSignals & Partial<Waiting>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let start = 0; start < files.length; start += BATCH_SIZE) {
    const batch = files.slice(start, start + BATCH_SIZE);
    ids.push(...(await uploadBatch(reporter, batch, { ...signals, patienceMs })));
  }
  return ids;
}

async function uploadBatch(
  reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>,
  files: readonly ArtifactFile[],
  options: Waiting,
): Promise<readonly string[]> {
  const [first] = files;
  if (first && options.timeOver?.aborted) throw lateError(first.filename, options.timeOver);
  const described = await Promise.all(files.map(describe));
  const uploads = await reporter.createArtifacts(described);
  await Promise.all(
    files.map(async ({ filename, source }, index) => {
      const upload = uploads[index];
      if (!upload)
        throw new UploadError(filename, 'the control plane returned no upload address for it');
      await putWithRetries(upload, source, options);
    }),
  );
  const ids = uploads.map(({ artifact_id }) => artifact_id);
  const { rejected } = await reporter.confirmArtifacts(ids);
  const [refused] = rejected;
  if (refused) {
    const { artifact_id: id, reason } = refused;
    const filename = uploads.find(({ artifact_id }) => artifact_id === id)?.filename;
    throw new UploadError(filename ?? id, `the store reports "${reason}"`);
  }
  return ids;
}

async function describe({ source, ...described }: ArtifactFile): Promise<NewArtifact> {
  const size = 'path' in source ? (await stat(source.path)).size : source.content.byteLength;
  // The announcement may be repeated after a lost response, and must then count once.
  return { artifact_id: randomUUIDv7(), ...described, size };
}

async function putWithRetries(
  upload: Upload,
  source: ArtifactSource,
  { signal, timeOver, patienceMs }: Waiting,
): Promise<void> {
  const unwanted = timeOver ? AbortSignal.any([signal, timeOver]) : signal;
  const startedAt = performance.now();
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    try {
      await put(upload, source, unwanted);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (timeOver?.aborted) throw lateError(upload.filename, timeOver, { cause: error });
      const isLasting = error instanceof StoreRefusedError && !PASSING.has(error.status);
      if (isLasting || performance.now() - startedAt + pauseMs > patienceMs) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UploadError(upload.filename, reason, { cause: error });
      }
    }
    // Jitter, so that the files of an attempt do not all retry at the same time.
    await pauseUntilAborted(pauseMs * (0.5 + Math.random() / 2), unwanted);
    signal.throwIfAborted();
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

function lateError(filename: string, timeOver: AbortSignal, options?: ErrorOptions): UploadError {
  const reason = typeof timeOver.reason === 'string' ? timeOver.reason : STOPPING;
  return new UploadError(filename, reason, options);
}

async function put(upload: Upload, source: ArtifactSource, signal: AbortSignal): Promise<void> {
  // A file-backed blob streams from disk, knows its length and can be sent again.
  const body = 'path' in source ? await openAsBlob(source.path) : source.content;
  using deadline = openDeadline(signal, UPLOAD_DEADLINE_MS);
  const response = await fetch(upload.upload_url, {
    method: 'PUT',
    headers: upload.headers,
    body,
    redirect: 'error',
    signal: deadline.signal,
  });
  await response.body?.cancel();
  if (!response.ok) throw new StoreRefusedError(response.status);
}
