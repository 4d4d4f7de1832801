import type { Desktop } from '@errand/desktop';
import type { EgressGuard } from '@errand/egress-guard';
import type { PageTracker } from '../page/pages/page-tracker.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { ReadTexts } from './read-texts.ts';

/** What acting on a screen, and looking at it, requires of a run. */
export interface ScreenRun {
  readonly signal: AbortSignal;
  readonly pages: PageTracker;
  /** Whether the run has web pages; one on a remote desktop has none. */
  readonly hasPages: boolean;
  /** The screen that steps act on; undefined when they act on elements of the pages. */
  readonly desktop: Desktop | undefined;
  readonly readTexts: ReadTexts;
  readonly secrets: Pick<RunSecrets, 'hasRevealed' | 'isPartOf' | 'redact'>;
  /** Makes the requests that do not go through a browser. */
  readonly egress: EgressGuard;
}
