import type { TestPage } from '@errand/test-kit';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Screenshots of pages, for people to look at. */
const PICTURES = fileURLToPath(new URL('../../../../.errand/console-pictures/', import.meta.url));

type Page = TestPage['page'];

/** How a person may have set up the browser. */
export const STATES = {
  light: { theme: 'light', width: 1280, height: 800, scale: 1 },
  dark: { theme: 'dark', width: 1280, height: 800, scale: 1 },
  /** A 1280-pixel window at 200 % zoom. */
  zoomed: { theme: 'light', width: 640, height: 400, scale: 2 },
  narrow: { theme: 'light', width: 320, height: 640, scale: 1 },
} as const;

export type State = keyof typeof STATES;

/** Changes the window and the theme; motion is reduced in each. */
export async function enterState(page: Page, state: State): Promise<void> {
  const { theme, width, height, scale } = STATES[state];
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.evaluate(untilPainted);
}

/** Saves a screenshot of the page; `isWhole`: including the parts below the fold. */
export async function takePicture(
  page: Page,
  name: string,
  { isWhole = false } = {},
): Promise<string> {
  mkdirSync(PICTURES, { recursive: true });
  const path = join(PICTURES, `${name}.png`);
  await page.screenshot({ path, fullPage: isWhole, optimizeForSpeed: true });
  return path;
}

interface Axe {
  readonly run: (
    context: Document,
    options: object,
  ) => Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly help: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }[];
  }>;
}

/**
 * What axe-core finds, and what it cannot see: content wider than the window or its table, or on top of an open
 * dialog, motion despite reduced motion, and states shown by colour alone.
 */
export async function findFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async (only) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Finding a selector for each element takes axe-core longer than finding faults.
      const options = {
        resultTypes: ['violations'],
        selectors: false,
        ...(only ? { runOnly: only } : {}),
      };
      const { violations: found } = await axe.run(document, options);
      return found.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
      );
    },
    rules && [...rules],
  );
  return [...violations, ...(await page.evaluate(findOwnFaults))];
}

/** Runs in the page. */
function findOwnFaults(): string[] {
  const faults: string[] = [];
  // While a dialog is open, the page behind it does not scroll.
  const scrolled = document.querySelector('[role=dialog]') ?? document.documentElement;
  const { scrollWidth, clientWidth } = scrolled;
  if (scrollWidth > clientWidth) {
    faults.push(`overflow: the content is ${scrollWidth - clientWidth} pixels too wide`);
  }
  for (const frame of document.querySelectorAll('.table-frame, .tasks-scroll')) {
    const hidden = frame.scrollWidth - frame.clientWidth;
    if (hidden > 0) faults.push(`table: ${hidden} pixels of ${frame.ariaLabel} are out of sight`);
  }
  const moving = document
    .getAnimations()
    .filter((each) => Number(each.effect?.getComputedTiming().duration ?? 0) > 1);
  if (moving.length > 0) faults.push(`motion: ${moving.length} animations running`);
  for (const mark of document.querySelectorAll('.status')) {
    const says = mark.textContent?.trim() !== '' && mark.querySelector('svg') !== null;
    if (!says) faults.push(`colour alone: ${mark.outerHTML}`);
  }
  if (document.querySelector('[role=dialog]')) {
    for (const element of document.querySelectorAll('#console *')) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isOnTop = document.elementFromPoint(x + width / 2, y + height / 2) === element;
      // Messages stay readable above a dialog.
      if (isOnTop && !element.closest('.tell')) {
        faults.push(`layers: lies on an open dialog: ${element.outerHTML.slice(0, 80)}`);
      }
    }
  }
  return faults;
}

/** Runs in the page. */
function untilPainted(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
