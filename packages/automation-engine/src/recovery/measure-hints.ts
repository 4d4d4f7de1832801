import { createLocatorResolver, parseLocator } from '@errand/locators';
import { openBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { failureOf, interact, openStage, type Stage } from '../test/run-on-page.ts';
import type { HintCase } from './hint-case.ts';
import { markPage } from './hint-cases.ts';

export interface HintRow {
  readonly name: string;
  readonly command: string;
  /** Locators that the error suggests. */
  readonly hints: readonly string[];
  /** Rank, from 1, of the first hint that matches only the element; 0 if there is none. */
  readonly place: number;
  /**
   * Why the case is void: the locator does not match the earlier page, or still matches the changed
   * one.
   */
  readonly problem?: string;
}

const DEADLINE_MS = 5000;

/** Runs each step on its changed page and tries every locator that the error suggests. */
export async function measureHints(cases: readonly HintCase[]): Promise<HintRow[]> {
  await using browser = await openBrowser();
  await using stage = await openStage(browser);
  await using opened = await browser.openPage();
  const rows: HintRow[] = [];
  for (const one of cases) {
    const command = String(one.step.params['command']);
    const problem = await checkBefore(opened.page, one, command);
    rows.push({ name: one.name, command, ...(await runCase(stage, one)), ...problem });
  }
  return rows;
}

async function checkBefore(page: Page, { before }: HintCase, command: string) {
  if (before === undefined) return {};
  await page.goto('about:blank');
  await page.setContent(markPage(before));
  const isRight = await means(page, command, 'intended');
  return isRight ? {} : { problem: 'the locator does not find the element of the original page' };
}

async function runCase(stage: Stage, { step, after, mark = 'intended' }: HintCase) {
  const html = mark === 'intended' ? markPage(after) : after;
  const group = { max_timeout_seconds_per_try: 0.1 };
  const finished = await stage.run(html, [interact(step.kind, step.params, { group })]);
  const failure = failureOf(finished);
  if (!failure.startsWith('locator_not_found')) return { hints: [], place: 0, problem: failure };
  const hints = [...failure.matchAll(/^ {2}(\S.*?)(?: {2}#.*)?$/gm)].map(([, hint = '']) => hint);
  for (const [at, hint] of hints.entries()) {
    if (await means(finished.page, hint, mark)) return { hints, place: at + 1 };
  }
  return { hints, place: 0 };
}

/** Whether the locator matches exactly one element, and that element records the mark. */
async function means(page: Page, command: string, mark: string): Promise<boolean> {
  await using resolver = await createLocatorResolver(page);
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const handles = await resolver.queryAll(parseLocator(command), { signal });
  const [only] = handles;
  if (!only || handles.length > 1) return false;
  await page.evaluate('acted = []');
  await only.evaluate((element) => {
    for (const type of ['click', 'input', 'change']) element.dispatchEvent(new Event(type));
  });
  const acted: unknown = await page.evaluate('acted');
  return Array.isArray(acted) && acted.length > 0 && acted.every((one) => one === mark);
}
