import type { Locator, Page } from 'playwright-core';

/** A locator as Python text, and the same locator built by Playwright's own library. */
export type Pair = readonly [source: string, build: (page: Page) => Locator];
