import type { Logger } from '@errand/app-runtime';
import { openTraceFile, type TraceFile } from '@errand/automation-engine';
import { tmpdir } from 'node:os';
import type { StoringTime } from '../artifacts/storing-time.ts';
import { uploadArtifacts, UploadError } from '../artifacts/upload-artifacts.ts';
import { ReportRefusedError, StorageRefusedError } from '../control-plane-errors.ts';
import { openOwnedDirectory } from '../scratch/owned-directory.ts';
import type { TaskReporter } from '../task-reporter.ts';
import type { TraceMode } from './trace-modes.ts';

interface TracedAttempt {
  readonly taskId: string;
  readonly attempt: number;
  /** What the task asks for. Default: what the operator has set. */
  readonly mode?: TraceMode | undefined;
  readonly reporter: Pick<TaskReporter, 'createArtifacts' | 'confirmArtifacts'>;
  readonly held: { readonly lost: AbortSignal; readonly cancelled: AbortSignal };
  readonly storingTime: Pick<StoringTime, 'extrasOver'>;
  readonly logger: Logger;
}

/** The trace of one attempt. Disposing deletes it from this machine. */
export interface PageTrace extends AsyncDisposable {
  readonly file: TraceFile;
  /** Stores the trace as a file of the attempt if its mode asks for it. */
  readonly store: (hasFailed: boolean) => Promise<void>;
}

/** Opens the trace of an attempt; undefined if none should be kept. */
export type OpenPageTrace = (attempt: TracedAttempt) => Promise<PageTrace | undefined>;

export function createPageTraces(settings: {
  /** The mode for tasks that ask for none. `off` overrides what a task asks for. */
  readonly mode: TraceMode;
  /** Scratch space; undefined is the system's temporary directory. */
  readonly workDirectory: string | undefined;
}): OpenPageTrace {
  const { mode: usual, workDirectory = tmpdir() } = settings;
  return async (attempt) => {
    const mode = usual === 'off' ? usual : (attempt.mode ?? usual);
    if (mode === 'off') return undefined;
    const directory = await openOwnedDirectory(workDirectory, 'recording');
    const file = openTraceFile({
      directory: directory.path,
      title: `Task ${attempt.taskId}, attempt ${attempt.attempt}`,
      keepsBodies: mode === 'replayable',
    });
    return {
      file,
      async store(hasFailed) {
        const isUnwanted = attempt.held.lost.aborted || attempt.held.cancelled.aborted;
        if (!isUnwanted && (hasFailed || mode === 'all')) await upload(attempt, file);
      },
      async [Symbol.asyncDispose]() {
        await file.close();
        await directory[Symbol.asyncDispose]();
      },
    };
  };
}

/** A failure to store the trace must not cost the task its result. */
async function upload(
  { reporter, held, storingTime, logger }: TracedAttempt,
  file: Pick<TraceFile, 'pack'>,
): Promise<void> {
  try {
    const trace = {
      filename: 'trace.zip',
      kind: 'trace',
      content_type: 'application/zip',
      source: { path: await file.pack() },
    } as const;
    const signals = { signal: held.lost, timeOver: storingTime.extrasOver };
    await uploadArtifacts(reporter, [trace], signals);
  } catch (error) {
    held.lost.throwIfAborted();
    // A control plane of an earlier release refuses files of this kind.
    const isExpected = [UploadError, StorageRefusedError, ReportRefusedError].some(
      (type) => error instanceof type,
    );
    if (!isExpected && !isOfFileSystem(error)) throw error;
    logger.warn('trace not stored', { error });
  }
}

/** Returns whether the file system failed, for example because the disk is full. */
function isOfFileSystem(error: unknown): boolean {
  return Error.isError(error) && 'syscall' in error;
}
