import type { WorkerSchemas } from '@errand/api-types';
import { openDeadline, pauseUntilAborted } from '@errand/foundation';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lease } from '../control-plane-client.ts';
import type { TaskReporter } from '../task-reporter.ts';
import { InputFileDamagedError, InputFileUnavailableError } from './input-file-errors.ts';

type ExpectedFile = Lease['task']['input_files'][number];
type SignedFile = WorkerSchemas['InputFilesAnswer']['files'][number];

/** A task's input files on disk. Disposing removes them. */
interface FetchedFiles extends AsyncDisposable {
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 200;
const DOWNLOAD_DEADLINE_MS = 60_000;

/**
 * Downloads the files listed in the lease into their own folder below `directory` and verifies that
 * they are the submitted ones. Throws InputFileUnavailableError after five tries of a file, and
 * InputFileDamagedError.
 */
export async function fetchInputFiles(
  lease: Lease,
  source: {
    readonly reporter: Pick<TaskReporter, 'signInputFiles'>;
    readonly directory: string;
    readonly signal: AbortSignal;
  },
): Promise<FetchedFiles> {
  const { reporter, directory, signal } = source;
  // A local inference server may have spooled the task with an older version, which lacked this
  // field.
  const expected: readonly ExpectedFile[] = lease.task.input_files ?? [];
  if (expected.length === 0) return { files: [], [Symbol.asyncDispose]: async () => undefined };

  await using owned = new AsyncDisposableStack();
  const folder = await mkdtemp(join(directory, 'task-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  const signed = await reporter.signInputFiles(signal);
  const files = [];
  for (const [index, file] of expected.entries()) {
    const address = signed.find(({ name }) => name === file.name);
    if (!address)
      throw new InputFileUnavailableError(
        file.name,
        'the control plane returned no download address for it',
      );
    // One folder per file, so that pages see original names even if the file system treats two
    // names as equal.
    const place = join(folder, String(index + 1));
    await mkdir(place);
    const path = join(place, file.name);
    await downloadWithRetries(address, { path, expected: file, signal });
    files.push({ name: file.name, path });
  }
  const kept = owned.move();
  return { files, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

interface Download {
  readonly path: string;
  readonly expected: ExpectedFile;
  readonly signal: AbortSignal;
}

async function downloadWithRetries(address: SignedFile, download: Download): Promise<void> {
  const { expected, signal } = download;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await downloadOnce(address, download);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof InputFileDamagedError) throw error;
      if (attempt === ATTEMPTS) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new InputFileUnavailableError(expected.name, reason, { cause: error });
      }
      await pauseUntilAborted(FIRST_PAUSE_MS * 2 ** (attempt - 1), signal);
    }
  }
}

async function downloadOnce(
  { download_url: url }: SignedFile,
  { path, expected, signal }: Download,
): Promise<void> {
  using deadline = openDeadline(signal, DOWNLOAD_DEADLINE_MS);
  const response = await fetch(url, { redirect: 'error', signal: deadline.signal });
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Error(`the storage responded with status ${response.status}`);
  }
  await writeFile(path, checked(response.body, expected), { mode: 0o600 });
}

/**
 * Passes the chunks through, reading no more than the expected size. Throws InputFileDamagedError
 * on any mismatch.
 */
async function* checked(
  chunks: AsyncIterable<Uint8Array>,
  { name, size_bytes: size, sha256 }: ExpectedFile,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.byteLength;
    if (received > size) throw new InputFileDamagedError(name, `more than its ${size} bytes`);
    digest.update(chunk);
    yield chunk;
  }
  if (received < size) throw new InputFileDamagedError(name, `${received} of ${size} bytes`);
  const found = digest.digest('hex');
  if (found === sha256) return;
  throw new InputFileDamagedError(name, `the SHA-256 ${found} instead of ${sha256}`);
}
