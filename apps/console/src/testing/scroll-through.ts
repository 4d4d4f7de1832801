import type { TestPage } from '@errand/test-kit';

export interface ScrollResult {
  /** Number of the last row shown. */
  readonly rows: number;
  /** The maximum number of elements on the page at the same time. */
  readonly mostElements: number;
  /** The longest task of the page's main thread while the list scrolls, in ms of CPU time. */
  readonly longestMs: number;
}

/** Screens per step: faster than people scroll. */
const SCREENS = 2;
/** Chromium's category for the tasks of a page's main thread. */
const TASKS = 'disabled-by-default-devtools.timeline';

/** Scrolls to the end of the list until it has that many rows, then scrolls through all of them. */
export async function scrollThrough(page: TestPage['page'], count: number): Promise<ScrollResult> {
  const rows = await page.evaluate(loadRows, count);
  await page.tracing.start({ categories: [TASKS] });
  const steps = { mostElements: 0, isOver: false };
  while (!steps.isOver) {
    const { elements, isOver } = await page.evaluate(scrollOn, SCREENS);
    steps.mostElements = Math.max(steps.mostElements, elements);
    steps.isOver = isOver;
  }
  const trace = await page.tracing.stop();
  return { rows, longestMs: findLongest(trace), mostElements: steps.mostElements };
}

/** Runs in the page: returns the number of the last row, and leaves the list at its start. */
async function loadRows(wanted: number): Promise<number> {
  let last = 0;
  // After a burst of events, the console starts the list again, in a new element.
  while (last < wanted || !document.querySelector('.tasks-scroll')) {
    const failure = document.querySelector('.tasks [role=alert]');
    if (failure) throw new Error(`Row ${last} of ${wanted}: ${failure.textContent}`);
    const list = document.querySelector('.tasks-scroll');
    list?.scrollTo(0, list.scrollHeight);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    last = Number([...document.querySelectorAll('.task-row.body')].at(-1)?.ariaRowIndex ?? 1) - 1;
  }
  document.querySelector('.tasks-scroll')?.scrollTo(0, 0);
  return last;
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

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** The thread's CPU time in microseconds. Wall-clock time would include other programs' work. */
  readonly tdur?: number;
}

/** The longest task of a page in a trace by Chromium, in ms. */
function findLongest(trace: Uint8Array | undefined): number {
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.flatMap((each) =>
    each.name === 'RunTask' && pages.has(threadOf(each)) ? (each.tdur ?? []) : [],
  );
  if (tasks.length === 0) throw new Error("Chromium's trace contains no task of the page.");
  return Math.max(...tasks) / 1_000;
}
