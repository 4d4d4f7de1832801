/**
 * What a run may consume before it fails; pages and sites have no influence on the limits. Each has
 * a default.
 */
export interface RunLimits {
  /** Maximum number of open pages. Above it the oldest popup is closed. Default 25. */
  readonly maxOpenPages: number;
  /** Pages opened during one step. Above it the run fails. Default 50. */
  readonly maxPagesPerStep: number;
  /** Dialogs answered during one step. Above it the run fails. Default 100. */
  readonly maxDialogsPerStep: number;
  /** Downloads of the whole run. Above it the run fails. Default 1,000. */
  readonly maxDownloads: number;
  /** Total size of all downloads of the run, in bytes. Above it the run fails. Default 4 GiB. */
  readonly maxDownloadBytes: number;
  /** A download must start within this time, unless the page is still loading. Default 30 s. */
  readonly downloadStartMs: number;
  /** A download must be complete within this time. Default 200 s. */
  readonly downloadMs: number;
  /**
   * The response to a navigation must start within this time, including redirects. Default 120 s,
   * longer than common gateways wait for a slow server before they respond themselves.
   */
  readonly navigationMs: number;
  /** A page whose scripts block it for this long fails the run. Default 20 s. */
  readonly unresponsiveMs: number;
  /** A dialog that is left to a person is answered by the run after this time. Default 120 s. */
  readonly personDialogMs: number;
  /**
   * Total size of all screenshots of the run, in bytes; they stay in memory until it ends. Default
   * 256 MiB.
   */
  readonly maxScreenshotBytes: number;
  /**
   * Size of the run's output data, in bytes of JSON. Above it the step that adds to it fails.
   * Default 4 MiB.
   */
  readonly maxOutputBytes: number;
  /**
   * Values of the run's output data, at every level. Above it the step that adds to it fails. Default
   * 900,000: the control plane refuses a report with more than a million.
   */
  readonly maxOutputValues: number;
  /**
   * Network calls kept since the last interaction, of those that a step will look for. A step that
   * looks for an older call fails. Default 1,000.
   */
  readonly maxRecordedCalls: number;
  /** Elements that one step reads as a list. Above it the step fails. Default 20,000. */
  readonly maxReadElements: number;
  /**
   * Size of the status of all loop iterations, in bytes of JSON. Later iterations are left out.
   * Default 1 MiB.
   */
  readonly maxLoopStatusBytes: number;
  /**
   * Maximum size of a PDF whose text is read, in bytes. A larger one fails its step. Default 50
   * MiB.
   */
  readonly maxPdfBytes: number;
  /** Maximum pages of a PDF whose text is read. A longer one fails its step. Default 2,000. */
  readonly maxPdfPages: number;
  /** The text of a PDF must be read within this time. Default 60 s. */
  readonly pdfTextMs: number;
  /**
   * Failed steps with a screenshot and a snapshot; later ones get only the remaining evidence.
   * Default 50.
   */
  readonly maxPictureEvidence: number;
}

export const defaultRunLimits: RunLimits = {
  maxOpenPages: 25,
  maxPagesPerStep: 50,
  maxDialogsPerStep: 100,
  maxDownloads: 1000,
  maxDownloadBytes: 4 * 1024 ** 3,
  downloadStartMs: 30_000,
  downloadMs: 200_000,
  navigationMs: 120_000,
  unresponsiveMs: 20_000,
  personDialogMs: 120_000,
  maxScreenshotBytes: 256 * 1024 ** 2,
  maxOutputBytes: 4 * 1024 ** 2,
  maxOutputValues: 900_000,
  maxRecordedCalls: 1000,
  maxReadElements: 20_000,
  maxLoopStatusBytes: 1024 ** 2,
  maxPdfBytes: 50 * 1024 ** 2,
  maxPdfPages: 2000,
  pdfTextMs: 60_000,
  maxPictureEvidence: 50,
};
