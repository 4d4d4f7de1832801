import type { Bindings } from '@errand/expressions';
import type { Downloads } from '../page/downloads/downloads.ts';
import type { InputFileOnDisk } from '../page/downloads/find-input-file.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { PicturedRun } from './pictured-run.ts';

/** What reading and writing files needs from a run. */
export interface FileRun extends PicturedRun {
  readonly bindings: Bindings;
  readonly downloads: Downloads;
  readonly downloadsDirectory: string;
  readonly inputFiles: readonly InputFileOnDisk[];
  readonly secrets: RunSecrets;
}
