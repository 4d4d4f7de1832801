/** The download fields of an action, with their wire names. */
export interface DownloadParams {
  readonly expect_download: boolean;
  /** Wanted name; a UUID means that the browser's name stays. */
  readonly download_filename?: string | undefined;
  readonly download_metadata?: Readonly<Record<string, unknown>> | undefined;
}
