import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

/** The tasks list waits for its rows before it is counted as useful. */
const USEFUL = '.task-row.body';
const SLOWER = 4;

export interface LoadingTimes {
  /** From the request to the first rows of the list, with an empty cache, in ms. */
  readonly firstUsefulMs: number;
  /** Largest contentful paint with a processor that is four times slower, in ms. */
  readonly largestPaintMs: number;
}

/** Opens the list of tasks in a browser without a cache: at full speed, then four times slower. */
export async function measureLoading(stage: ConsoleStage): Promise<LoadingTimes> {
  await using tab = await openTab(stage.browser, stage.fleet.controlPlane.url);
  const { page } = tab;
  await tab.signIn(stage.apiKey);
  await page.evaluateOnNewDocument(watchPaints);
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await tab.open('/console/tasks', 'Tasks');
  const firstUsefulMs = await page.evaluate(untilUseful, USEFUL);
  await session.send('Network.clearBrowserCache');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await tab.open('/console/tasks', 'Tasks');
  await page.evaluate(untilUseful, USEFUL);
  const largestPaintMs = await page.evaluate(readLargestPaint);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return { firstUsefulMs, largestPaintMs };
}

interface Watched {
  usefulAt?: number;
  largestAt?: number;
}

/** Runs in each new page, before its scripts. */
function watchPaints(): void {
  const watched = globalThis as unknown as Watched;
  new PerformanceObserver((list) => {
    watched.largestAt = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (document.querySelector('.task-row.body')) watched.usefulAt = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs in the page. */
async function untilUseful(selector: string): Promise<number> {
  const watched = globalThis as unknown as Watched;
  while (watched.usefulAt === undefined || !document.querySelector(selector)) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  // Paints are reported after the frame.
  await new Promise((resolve) => setTimeout(resolve, 200));
  return watched.usefulAt;
}

/** Runs in the page. */
function readLargestPaint(): number {
  return (globalThis as unknown as Watched).largestAt ?? Number.NaN;
}
