/** Writes a file of the run to the path and returns the name that it should have. */
export type ObtainFile = (
  path: string,
  source: { readonly signal: AbortSignal; readonly maxBytes: number },
) => Promise<{ readonly filename: string }>;

/** Called for a file that a page provides without a download. */
export type OnFile = (
  obtain: ObtainFile,
  origin?: {
    /** Address of the PDF that is shown, without its fragment. */
    readonly shownUrl: string;
  },
) => void;
