import type { Session } from '@errand/client';
import type { Page as PlaywrightPage } from 'playwright-core';
import type { Page as PuppeteerPage } from 'puppeteer';

/**
 * Three queries on a page with a form, implemented with one tool. Each throws if the result is
 * wrong.
 */
export interface Queries {
  readonly name: string;
  /** Number and bounding boxes of the elements with a role and name. */
  readonly locate: () => Promise<void>;
  /** Clicks a checkbox. */
  readonly step: () => Promise<void>;
  /** The accessibility tree and a screenshot of the viewport. */
  readonly snapshot: () => Promise<void>;
}

export const QUERY_KINDS = ['locate', 'step', 'snapshot'] as const;

export type QueryKind = (typeof QUERY_KINDS)[number];

/** A tool whose queries are measured, wherever it runs. */
export interface Measured {
  readonly name: string;
  /** In milliseconds. */
  readonly measure: (kind: QueryKind) => Promise<number>;
}

export function measured(queries: Queries): Measured {
  return {
    name: queries.name,
    async measure(kind) {
      const startedAt = performance.now();
      await queries[kind]();
      return performance.now() - startedAt;
    },
  };
}

const CHECKBOX = 'get_by_role("checkbox", name="I accept the terms")';
const clickNode = {
  type: 'action_node',
  end_sleep_time: 0,
  interaction_action: { click_element: { command: CHECKBOX } },
};

export function sessionQueries(session: Session): Queries {
  return {
    name: 'session',
    async locate() {
      const { count, matches } = await session.locate('get_by_role("button", name="Send")');
      expectOne(count, matches[0]?.box);
    },
    async step() {
      const { steps } = await session.step({ node: clickNode });
      if (steps[0]?.outcome !== 'done') throw new Error(JSON.stringify(steps[0]));
    },
    async snapshot() {
      const { screenshot, accessibility_snapshot: tree } = await session.snapshot();
      expectTree(screenshot, tree);
    },
  };
}

export function playwrightQueries(page: PlaywrightPage): Queries {
  return {
    name: 'playwright-core',
    async locate() {
      const found = page.getByRole('button', { name: 'Send' });
      expectOne(await found.count(), await found.first().boundingBox());
    },
    step: () => page.getByRole('checkbox', { name: 'I accept the terms' }).click(),
    async snapshot() {
      const [picture, tree] = [await page.screenshot(), await page.locator('body').ariaSnapshot()];
      expectTree(picture, tree);
    },
  };
}

export function puppeteerQueries(page: PuppeteerPage): Queries {
  return {
    name: 'puppeteer',
    async locate() {
      const found = await page.$$('::-p-aria([name="Send"][role="button"])');
      expectOne(found.length, await found[0]?.boundingBox());
      await found[0]?.dispose();
    },
    step: () => page.click('::-p-aria([name="I accept the terms"][role="checkbox"])'),
    async snapshot() {
      const [picture, tree] = [await page.screenshot(), await page.accessibility.snapshot()];
      expectTree(picture, JSON.stringify(tree));
    },
  };
}

function expectOne(count: number, box: object | null | undefined): void {
  if (count !== 1 || !box)
    throw new Error(`${count} elements were found instead of one with a box.`);
}

function expectTree(picture: { readonly length: number }, tree: string): void {
  if (picture.length > 1_000 && tree.includes('I accept the terms')) return;
  throw new Error('The snapshot is not that of the form.');
}
