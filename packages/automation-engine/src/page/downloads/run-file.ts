/** Writes a file of the run to the path and tells the name that it asks for. */
export type ObtainFile = (
  path: string,
  source: { readonly signal: AbortSignal; readonly maxBytes: number },
) => Promise<{ readonly filename: string }>;

/** Told of a file that a page gives without a download. */
export type OnFile = (
  obtain: ObtainFile,
  origin?: {
    /** Address of the PDF that is shown, without its fragment. */
    readonly shownUrl: string;
  },
) => void;
