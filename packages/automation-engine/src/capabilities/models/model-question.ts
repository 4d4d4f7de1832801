import type { JsonValue } from '@errand/foundation';
import type { JsonSchema } from '@errand/language-models';

/** What a model sees of the current page, or of the remote desktop instead. */
export interface PageView {
  /**
   * `view`: what coordinates refer to, which is the screen for steps that act on it; otherwise the
   * same as `screenshot`.
   */
  readonly sources: readonly ('axtree' | 'screenshot' | 'view')[];
  /** Whether the screenshot shows the whole page. The accessibility tree always does. */
  readonly isFullPage?: boolean | undefined;
  /** Address of an earlier screenshot, for comparison. */
  readonly exampleUrl?: string | undefined;
}

/** What a step asks a model. */
export interface ModelQuestion {
  /** Identifies the question for people and test scripts: `extraction`. */
  readonly purpose: string;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** What to do. Never contains page text. */
  readonly instructions: string;
  /** Shows the current page. */
  readonly page?: PageView | undefined;
  /** Adds other text that originates from the page. */
  readonly pageText?: string | undefined;
  /** Adds a file of the run. */
  readonly pdf?: { readonly path: string; readonly filename: string } | undefined;
  /** Adds an image of part of the page. */
  readonly image?: { readonly content: Uint8Array; readonly mediaType: string } | undefined;
  readonly schema: JsonSchema;
  /** Maximum thinking tokens. */
  readonly thinkingTokens?: number | undefined;
}

/** Asks a model and returns its answer, checked against the question's schema. */
export type AskModel = (question: ModelQuestion) => Promise<JsonValue>;
