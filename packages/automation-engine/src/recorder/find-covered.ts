import { pauseUntilAborted } from '@errand/foundation';
import { createLocatorResolver, parseLocator } from '@errand/locators';
import type { Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import { callOn } from '../page/browser/call-in-page.ts';
import { isTargetGone } from '../page/browser/gone-errors.ts';
import { coversTyped } from './in-page/covered-text.ts';
import { candidatesOf, type Step } from './recorded-steps.ts';

/** Some pages show what is typed for a moment, as phones do. */
export const COVERED_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 200;
/** A page that hangs shows nothing. */
const LOOKS_WITHIN_MS = 5_000;

interface TypedText {
  readonly step: Step;
  readonly command: string;
  readonly text: string;
}

/** The steps of a replay that typed text, each with the index of the locator that it used. */
export type TypedSteps = ReadonlyMap<Step, number>;

export interface CoveredSteps {
  /** Steps whose text the open pages cover with bullets. */
  readonly covered: ReadonlySet<Step>;
  /** Steps whose text may be covered: the last look at it failed. */
  readonly unchecked: ReadonlySet<Step>;
}

/**
 * Finds the steps whose text the open pages cover with bullets. Looks until `until`, a value of
 * `performance.now()`, and at least once at each text; gives up after five seconds. Once the signal
 * aborts, it only returns what it has seen.
 */
export async function findCovered(
  page: Page,
  typed: TypedSteps,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<CoveredSteps> {
  const covered = new Set<Step>();
  const unchecked = new Set<Step>();
  const ended = new AbortController();
  const texts = [...typed].flatMap(([step, candidate]) => textOf(step, candidate));
  const looking = async () => {
    while (texts.length > 0) {
      for (const { step } of texts) unchecked.add(step);
      const pages = await page.browserContext().pages();
      const missed = await Promise.all(pages.map((one) => look(one, texts, covered)));
      unchecked.clear();
      for (const step of missed.flat()) unchecked.add(step);
      const isSeen = performance.now() >= until && unchecked.size === 0;
      if (covered.size === texts.length || isSeen || ended.signal.aborted) return;
      await pauseUntilAborted(LOOK_EVERY_MS, ended.signal);
    }
  };
  const [looked] = await Promise.allSettled([settlesWithin(looking(), LOOKS_WITHIN_MS, signal)]);
  ended.abort();
  // A browser that is gone shows nothing.
  const isGone = looked?.status === 'rejected' && isTargetGone(looked.reason);
  if (isGone || signal.aborted) unchecked.clear();
  return { covered, unchecked: unchecked.difference(covered) };
}

/** Not for the steps of a loop, which have a field in each row. */
function textOf(step: Step, candidate: number): TypedText[] {
  const { act, place } = step;
  if (!place || place.isInRow) return [];
  const text = act.kind === 'fill' ? act.value : act.kind === 'letters' ? act.text : '';
  const found = candidatesOf(step)[candidate];
  return text && found ? [{ step, command: `${place.frame}${found.command}`, text }] : [];
}

/** Adds the steps whose text the page covers. Returns those for which it cannot be seen now. */
async function look(
  page: Page,
  texts: readonly TypedText[],
  covered: Set<Step>,
): Promise<readonly Step[]> {
  const missed = new Set(texts.map(({ step }) => step));
  const looks = texts.map(async (text) => {
    if (await isCovered(page, text)) covered.add(text.step);
    missed.delete(text.step);
  });
  // The next look retries what failed, as when the page is just being replaced.
  await Promise.allSettled(looks);
  return page.isClosed() ? [] : [...missed];
}

async function isCovered(page: Page, { command, text }: TypedText): Promise<boolean> {
  await using resolver = await createLocatorResolver(page);
  const { signal } = new AbortController();
  const [element] = await resolver.queryAll(parseLocator(command), { signal, atMost: 1 });
  if (!element) return false;
  await using field = element;
  const { shown, isHidden } = await callOn(field, 'readShownText');
  return isHidden || coversTyped(shown, text);
}
