import type { Bindings } from '@errand/expressions';
import type { LocatorResolver } from '@errand/locators';
import type { Redactor } from '@errand/secrets';
import type { Page } from 'puppeteer';
import type { PageTracker } from './pages/page-tracker.ts';

/** What finding and reading elements requires of a run. */
export interface PageRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  readonly resolverOf: (page: Page) => Promise<LocatorResolver>;
  /** Values of the placeholders at this step. */
  readonly bindings: Bindings;
  readonly redact: Redactor;
}
