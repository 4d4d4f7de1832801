import { AutomationError, inSeconds, quoteList } from '../../errors.ts';

/** The history of a tab has no page before the current one. */
export class NoPageBeforeError extends AutomationError {
  readonly code = 'navigation';
  override readonly retry = 'never';

  constructor() {
    super('The tab has no earlier page to go back to.');
  }
}

/** The requested tab is not open. */
export class TabNotFoundError extends AutomationError {
  readonly code = 'tab_not_found';

  constructor(wanted: string, openTabs: readonly string[]) {
    super(`No tab ${wanted}. Open tabs, from 0: ${quoteList(openTabs)}.`);
  }
}

/** The browser or its page died during the run. */
export class BrowserCrashedError extends AutomationError {
  readonly code = 'browser_crashed';
  override readonly retry = 'infrastructure';
}

/** The page's own scripts keep it from responding. */
export class PageUnresponsiveError extends AutomationError {
  readonly code = 'page_unresponsive';

  constructor(url: string, { waitedMs, starvedMs }: { waitedMs: number; starvedMs: number }) {
    const starved =
      starvedMs < 1000 ? '' : `, of which the machine was too busy for ${inSeconds(starvedMs)}`;
    super(
      `The page ${url} did not respond for ${inSeconds(waitedMs)}${starved}: one of its scripts keeps it busy, or a regular expression of the step takes too long on its text.`,
    );
  }
}
