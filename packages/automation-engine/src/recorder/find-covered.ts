import { pauseUntilAborted } from '@errand/foundation';
import { createLocatorResolver, parseLocator } from '@errand/locators';
import type { Page } from 'puppeteer';
import { settlesWithin } from '../deadline.ts';
import { callOn } from '../page/browser/call-in-page.ts';
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

/**
 * Returns the steps whose text the open pages cover with bullets. Looks until `until`, a value of
 * `performance.now()`, and once in any case.
 */
export async function findCovered(
  page: Page,
  typed: TypedSteps,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<ReadonlySet<Step>> {
  const covered = new Set<Step>();
  const ended = new AbortController();
  const texts = [...typed].flatMap(([step, candidate]) => textOf(step, candidate));
  const looking = async () => {
    for (;;) {
      const pages = await page.browserContext().pages();
      await Promise.allSettled(pages.map((one) => look(one, texts, covered)));
      if (covered.size === texts.length || performance.now() >= until || ended.signal.aborted)
        return;
      await pauseUntilAborted(LOOK_EVERY_MS, ended.signal);
    }
  };
  if (texts.length > 0)
    await Promise.allSettled([settlesWithin(looking(), LOOKS_WITHIN_MS, signal)]);
  ended.abort();
  return covered;
}

/** Not for the steps of a loop, which have a field in each row. */
function textOf(step: Step, candidate: number): TypedText[] {
  const { act, place } = step;
  if (!place || place.isInRow) return [];
  const text = act.kind === 'fill' ? act.value : act.kind === 'letters' ? act.text : '';
  const found = candidatesOf(step)[candidate];
  return text && found ? [{ step, command: `${place.frame}${found.command}`, text }] : [];
}

async function look(page: Page, texts: readonly TypedText[], covered: Set<Step>): Promise<void> {
  await using resolver = await createLocatorResolver(page);
  const { signal } = new AbortController();
  for (const { step, command, text } of texts) {
    const [element] = await resolver.queryAll(parseLocator(command), { signal, atMost: 1 });
    if (!element) continue;
    await using field = element;
    const { shown, isHidden } = await callOn(field, 'readShownText');
    if (isHidden || coversTyped(shown, text)) covered.add(step);
  }
}
