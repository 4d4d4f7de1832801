import type { Checkpoint } from './checkpoints.ts';
import type { OutputEntry } from '../reports/output-entry.ts';
import type { DownloadedFile } from '../page/downloads/download.ts';
import type { LoopIteration } from '../reports/loop-status.ts';
import type { RunFailure } from '../reports/run-events.ts';
import type { Screenshot } from './pictured-run.ts';

export interface RunProducts {
  readonly outputData: readonly OutputEntry[];
  readonly downloads: readonly DownloadedFile[];
  readonly screenshots: readonly Screenshot[];
  /**
   * One list per loop that ran, in start order. Limited in size, so the last ones may be missing.
   */
  readonly forLoopStatus: readonly (readonly LoopIteration[])[];
  /**
   * Where the run can be continued: before its last resumable node, and before the node at which it
   * stopped. Empty for a run that did not stop at a node.
   */
  readonly checkpoints: readonly Checkpoint[];
}

export type RunResult = RunProducts &
  (
    | { readonly status: 'success' }
    | { readonly status: 'failed'; readonly error: RunFailure }
    /** The caller's signal aborted; `reason` is its reason. */
    | { readonly status: 'aborted'; readonly reason: unknown }
  );
