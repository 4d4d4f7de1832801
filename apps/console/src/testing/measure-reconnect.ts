import { startCuttableProxy } from '@errand/test-kit';
import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

export interface Reconnect {
  /** Tasks submitted or cancelled while the page was offline that the list fails to show. */
  readonly lostEvents: number;
  /** From the moment the server can be reached again until the list shows everything, in ms. */
  readonly caughtUpMs: number;
}

const DEADLINE_MS = 60_000;

/** Cuts the page off, submits tasks, cancels every second one, and reconnects the page. */
export async function measureReconnect(stage: ConsoleStage, count: number): Promise<Reconnect> {
  const { controlPlane } = stage.fleet;
  await using proxy = await startCuttableProxy(controlPlane.url);
  await using tab = await openTab(stage.browser, proxy.url);
  await tab.signIn(stage.apiKey);
  const shown = await stage.submitLater();
  await tab.go('/tasks?endpoint_name=later', 'Tasks');
  await tab.page.waitForSelector(`[data-task="${shown}"]`);
  proxy.cut();
  const expected: Record<string, string> = {};
  const cancel = async (id: string) => {
    await controlPlane.call('POST', `/api/v1/tasks/${id}/cancel`);
    expected[id] = 'cancelled';
  };
  await cancel(shown);
  for (let submitted = 0; submitted < count; submitted += 1) {
    const id = await stage.submitLater();
    expected[id] = 'queued';
    if (submitted % 2 === 1) await cancel(id);
  }
  const mendedAt = Date.now();
  proxy.mend();
  const missing = await tab.page.evaluate(untilShown, expected, DEADLINE_MS);
  return { lostEvents: missing, caughtUpMs: Date.now() - mendedAt };
}

/** Runs in the page: returns how many tasks the list fails to show correctly by the deadline. */
async function untilShown(
  expected: Readonly<Record<string, string>>,
  deadlineMs: number,
): Promise<number> {
  const startedAt = performance.now();
  const missing = () =>
    Object.entries(expected).filter(([id, status]) => {
      const row = document.querySelector(`[data-task="${id}"]`)?.closest('[role=row]');
      return !row?.querySelector(`.${status}`);
    }).length;
  while (missing() > 0 && performance.now() - startedAt < deadlineMs) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return missing();
}
