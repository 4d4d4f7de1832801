import type { JsonSchema } from '@errand/language-models';

/** What a model gets to see of the current page, or of the remote desktop in its place. */
export interface PageView {
  /** `view`: what coordinates count in, which is the screen for steps that act on it; else as `screenshot`. */
  readonly sources: readonly ('axtree' | 'screenshot' | 'view')[];
  /** The screenshot shows the whole page. The accessibility tree always does. */
  readonly isFullPage?: boolean | undefined;
  /** Address of a screenshot of an earlier time, for comparison. */
  readonly exampleUrl?: string | undefined;
}

/** What a step asks a model. */
export interface ModelQuestion {
  /** For people and scripts: `extraction`. */
  readonly purpose: string;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** What to do; never a text of the page. */
  readonly instructions: string;
  /** Shows the current page. */
  readonly page?: PageView | undefined;
  /** Shows another text that comes from the page. */
  readonly pageText?: string | undefined;
  /** Shows a file of the run. */
  readonly pdf?: { readonly path: string; readonly filename: string } | undefined;
  /** Shows a part of the page. */
  readonly image?: { readonly content: Uint8Array; readonly mediaType: string } | undefined;
  readonly schema: JsonSchema;
  /** Most tokens that the model may think. */
  readonly thinkingTokens?: number | undefined;
}
