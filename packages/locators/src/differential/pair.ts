import type { Locator, Page } from 'playwright-core';

/** A locator as Python text, and the same one as Playwright's own library builds it. */
export type Pair = readonly [source: string, build: (page: Page) => Locator];
