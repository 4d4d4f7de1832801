import type { Fleet } from '@errand/task-runner/testing';
import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

const DEADLINE_MS = 30_000;

/**
 * Submits tasks, and cancels each once the list shows it. Returns how long after each end in the
 * database the list shows it, in ms. Both times are from this machine's clock.
 */
export async function measureEvents(stage: ConsoleStage, count: number): Promise<number[]> {
  const { fleet } = stage;
  await using tab = await openTab(stage.browser, fleet.controlPlane.url);
  await tab.signIn(stage.apiKey);
  await tab.go('/tasks?endpoint_name=later', 'Tasks');
  const delays: number[] = [];
  while (delays.length < count) {
    const id = await stage.submitLater();
    await tab.page.waitForSelector(`[data-task="${id}"]`);
    const [shownAt, endedAt] = await Promise.all([
      tab.page.evaluate(untilCancelled, id, DEADLINE_MS),
      cancel(fleet, id),
    ]);
    delays.push(shownAt - endedAt);
  }
  return delays;
}

/** Returns when the task has ended, in ms since 1970. */
async function cancel({ controlPlane, detailOf }: Fleet, id: string): Promise<number> {
  const { status, body } = await controlPlane.call('POST', `/api/v1/tasks/${id}/cancel`);
  if (status !== 200) throw new Error(`Task ${id} was not cancelled: ${JSON.stringify(body)}`);
  const { completed_at: endedAt } = await detailOf(id);
  return Date.parse(endedAt ?? '');
}

/** Runs in the page; returns the time at which the row changed. */
function untilCancelled(id: string, deadlineMs: number): Promise<number> {
  const isShown = () =>
    document
      .querySelector(`[data-task="${id}"]`)
      ?.closest('[role=row]')
      ?.querySelector('.status.cancelled');
  return new Promise((resolve, reject) => {
    const late = new Error(`The row of task ${id} has not changed within ${deadlineMs} ms.`);
    const timer = setTimeout(() => reject(late), deadlineMs);
    const look = () => {
      if (!isShown()) return;
      observer.disconnect();
      clearTimeout(timer);
      resolve(Date.now());
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    look();
  });
}
