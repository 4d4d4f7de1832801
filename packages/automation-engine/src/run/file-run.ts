import type { Bindings } from '@errand/expressions';
import type { Downloads } from '../page/downloads/downloads.ts';
import type { InputFileOnDisk } from '../page/downloads/find-input-file.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { EgressGuard } from '@errand/egress-guard';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { RunLimits } from '../run-limits.ts';
import type { PicturedRun } from './pictured-run.ts';

/** What reading and writing files needs from a run. */
export interface FileRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  readonly bindings: Bindings;
  readonly downloads: Downloads;
  readonly downloadsDirectory: string;
  readonly inputFiles: readonly InputFileOnDisk[];
  readonly secrets: RunSecrets;
  readonly limits: RunLimits;
  /** Fetches the files that the browser does not. */
  readonly egress: EgressGuard;
  readonly pictures: PicturedRun;
}
