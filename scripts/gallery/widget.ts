import type { JsonValue } from '@errand/foundation';
import type { Page } from 'playwright-core';

/** A page with a widget of public npm packages, and its cases. */
export interface Widget {
  /** Unique; `--only` matches it. */
  readonly name: string;
  /** Packages of the manifest that the page loads. */
  readonly packages: readonly string[];
  /** Content of the body. Default: `<div id="root"></div>`. */
  readonly html?: string;
  /** Module in JavaScript or JSX that imports the packages and their style sheets. */
  readonly script: string;
  readonly cases: readonly GalleryCase[];
}

/** One automation, written for Errand and for Playwright. */
export interface GalleryCase {
  /** A sentence that begins with a verb. Unique in its widget. */
  readonly name: string;
  /** Nodes as a user writes them. `{run[0]}` is the first segment of the page's paths. */
  readonly errand: readonly object[];
  /** The same steps in Playwright. Returns what is extracted, by name. */
  readonly playwright: (page: Page) => Promise<Output | void>;
  /** What the page must finally show. */
  readonly shows?: {
    /** Expression in JavaScript that the page evaluates. */
    readonly read: string;
    readonly is: JsonValue;
  };
  /** What must be extracted, by name. */
  readonly output?: Output;
}

export type Output = Readonly<Record<string, JsonValue>>;
