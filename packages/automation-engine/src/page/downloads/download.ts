import type { DownloadState } from './watch-browser-downloads.ts';

/** A file that the run has downloaded. */
export interface DownloadedFile {
  readonly path: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A file that is being downloaded, or that a step keeps. */
export interface Download {
  readonly guid: string;
  suggestedFilename: string;
  state: DownloadState;
  isClaimed: boolean;
  /** Its file, if that is one of the files of the run. */
  file?: DownloadedFile;
  receivedBytes: number;
  /** If this is a copy of a PDF shown in a page: the address of that PDF. */
  shownUrl?: string;
  /** Why it was cancelled, if that is known. */
  problem?: string;
}
