/** What a run may use up before it fails; a page or a site decides none of it. Each has a default. */
export interface RunLimits {
  /** Pages open at once. Over it the oldest popup is closed. Default 25. */
  readonly maxOpenPages: number;
  /** Pages that open during one step. Over it the run fails. Default 50. */
  readonly maxPagesPerStep: number;
  /** Dialogs that are answered during one step. Over it the run fails. Default 100. */
  readonly maxDialogsPerStep: number;
  /** Downloads of the whole run. Over it the run fails. Default 1,000. */
  readonly maxDownloads: number;
  /** Size of all downloads of the run together, in bytes. Over it the run fails. Default 4 GiB. */
  readonly maxDownloadBytes: number;
  /** A download must begin within this time, unless the page is still loading. Default 30 s. */
  readonly downloadStartMs: number;
  /** A download must be complete within this time. Default 200 s. */
  readonly downloadMs: number;
  /**
   * The document of a navigation must begin to come within this time, redirects included. Default 120 s: longer than the
   * usual gateways wait for a slow server before they answer for it.
   */
  readonly navigationMs: number;
  /** A page whose scripts leave it no time to answer for this long fails the run. Default 20 s. */
  readonly unresponsiveMs: number;
  /** Size of all screenshots of the run together, in bytes: they stay in memory until its end. Default 256 MiB. */
  readonly maxScreenshotBytes: number;
  /** Size of the output data of the run, in bytes of JSON. Over it the step that adds to it fails. Default 4 MiB. */
  readonly maxOutputBytes: number;
  /** Size of what is told of the iterations of all loops, in bytes of JSON. Those after it are left out. Default 1 MiB. */
  readonly maxLoopStatusBytes: number;
  /** Size of a PDF whose text is read, in bytes. A larger one fails its step. Default 50 MiB. */
  readonly maxPdfBytes: number;
  /** Pages of a PDF whose text is read. One with more fails its step. Default 2,000. */
  readonly maxPdfPages: number;
  /** The text of a PDF must be read within this time. Default 60 s. */
  readonly pdfTextMs: number;
  /** Failed steps that get a screenshot and a snapshot; those after them get the rest of the evidence. Default 50. */
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
  maxScreenshotBytes: 256 * 1024 ** 2,
  maxOutputBytes: 4 * 1024 ** 2,
  maxLoopStatusBytes: 1024 ** 2,
  maxPdfBytes: 50 * 1024 ** 2,
  maxPdfPages: 2000,
  pdfTextMs: 60_000,
  maxPictureEvidence: 50,
};
