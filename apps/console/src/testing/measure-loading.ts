import type { ConsoleStage } from './open-console-stage.ts';
import { type ConsoleTab, openTab } from './open-tab.ts';

const SLOWER = 4;
/** Within this time, the browser reports what it has painted. */
const REPORT_MS = 5_000;

/** Measured on a CPU slowed down fourfold, in ms after the request. */
interface Paints {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Total time that main-thread tasks took beyond their first 50 ms. */
  readonly blockedMs: number;
  /** Cumulative layout shift: how much of the page moved, and how far. */
  readonly shift: number;
}

export interface LoadingTimes extends Paints {
  /** At full speed: from the request to the first rows of the list. */
  readonly firstUsefulMs: number;
}

/** Opens the list of tasks in a browser without a cache: at full speed, then four times slower. */
export async function measureLoading(stage: ConsoleStage): Promise<LoadingTimes> {
  await using tab = await openTab(stage.browser, stage.fleet.controlPlane.url);
  const { page } = tab;
  await tab.signIn(stage.apiKey);
  await page.evaluateOnNewDocument(watchRows);
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await tab.open('/console/tasks', 'Tasks');
  const firstUsefulMs = await untilUseful(page);
  await session.send('Network.clearBrowserCache');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await tab.open('/console/tasks', 'Tasks');
  await untilUseful(page);
  const paints = await page.evaluate(readPaints, REPORT_MS);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { firstUsefulMs, ...paints };
}

interface Watched {
  usefulAt?: number;
}

/** Runs in each new page, before its scripts. */
function watchRows(): void {
  const watched = globalThis as unknown as Watched;
  const look = () => {
    if (document.querySelector('.task-row.body')) watched.usefulAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Waits for the first rows of the list. Returns when they appeared, in ms after the request. */
async function untilUseful(page: ConsoleTab['page']): Promise<number> {
  const seen = await page.waitForFunction(() => (globalThis as unknown as Watched).usefulAt);
  return (await seen.jsonValue()) ?? Number.NaN;
}

/** Runs in the page: returns what the browser reports about loading so far. */
async function readPaints(deadlineMs: number): Promise<Paints> {
  // The frame with the rows is painted by the time the next one starts.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const reports = await new Promise<PerformanceEntry[]>((resolve, reject) => {
    const late = new Error(`The browser has reported no paint within ${deadlineMs} ms.`);
    const timer = setTimeout(() => reject(late), deadlineMs);
    const observer = new PerformanceObserver((list) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(list.getEntries());
    });
    for (const type of ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift']) {
      observer.observe({ type, buffered: true });
    }
  });
  const of = (type: string) => reports.filter(({ entryType }) => entryType === type);
  return {
    firstPaintMs: of('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0,
    largestPaintMs: of('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    blockedMs: of('longtask').reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    shift: of('layout-shift').reduce(
      (sum, report) => sum + (report as PerformanceEntry & { readonly value: number }).value,
      0,
    ),
  };
}
