import type { TestPage } from '@errand/test-kit';

export interface ScrollResult {
  /** Number of the last row shown. */
  readonly rows: number;
  /** The maximum number of elements on the page at once. */
  readonly mostElements: number;
  /** Maximum CPU time of the main thread for one step of two screens, in ms. */
  readonly longestMs: number;
}

/** Screens per step: faster than people scroll. */
const SCREENS = 2;

/** Scrolls to the end of the list until it has that many rows, then scrolls through all of them. */
export async function scrollThrough(page: TestPage['page'], count: number): Promise<ScrollResult> {
  const rows = await page.evaluate(async (wanted) => {
    const list = document.querySelector('.tasks-scroll');
    if (!list) throw new Error('The page has no list of tasks.');
    const lastRow = () =>
      Number([...list.querySelectorAll('[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex')) -
      1;
    while (lastRow() < wanted) {
      list.scrollTop = list.scrollHeight;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    const last = lastRow();
    list.scrollTop = 0;
    return last;
  }, count);
  const session = await page.createCDPSession();
  // CPU time of the thread; by wall-clock time, other programs' work would count as well.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const steps = { longestMs: 0, mostElements: 0, isOver: false };
  for (let before = await worked(); !steps.isOver;) {
    const { elements, isOver } = await page.evaluate(scrollOn, SCREENS);
    const after = await worked();
    steps.longestMs = Math.max(steps.longestMs, after - before);
    steps.mostElements = Math.max(steps.mostElements, elements);
    steps.isOver = isOver;
    before = after;
  }
  await session.detach();
  const { longestMs, mostElements } = steps;
  return { rows, longestMs, mostElements };
}

/** Runs in the page: scrolls a step and waits until it is painted. */
async function scrollOn(screens: number) {
  const list = document.querySelector('.tasks-scroll');
  if (!list) throw new Error('The page has no list of tasks.');
  list.scrollTop += list.clientHeight * screens;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return {
    elements: document.querySelectorAll('*').length,
    isOver: list.scrollTop + list.clientHeight >= list.scrollHeight - 1,
  };
}
