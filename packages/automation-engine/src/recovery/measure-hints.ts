import { createLocatorResolver, parseLocator } from '@errand/locators';
import { openBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { failureOf, interact, openStage, type Stage } from '../test/run-on-page.ts';
import type { HintCase } from './hint-case.ts';
import { markPage } from './hint-cases.ts';

export interface HintRow {
  readonly name: string;
  readonly command: string;
  /** Locators that the error names. */
  readonly hints: readonly string[];
  /** Place among them, from 1, of the first that means the element and nothing else; 0 if there is none. */
  readonly place: number;
  /** Why the case says nothing: the locator does not fit the page of before, or still fits. */
  readonly problem?: string;
}

const deadlineMs = 5000;

/** Runs each step on its changed page and tries every locator that the error names. */
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
  return isRight ? {} : { problem: 'the locator does not mean the element on the page of before' };
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

/** Whether the locator matches one element, and that is the one which notes the mark. */
async function means(page: Page, command: string, mark: string): Promise<boolean> {
  await using resolver = await createLocatorResolver(page);
  const signal = AbortSignal.timeout(deadlineMs);
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
