import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

/**
 * Submits tasks, and cancels each once the list shows it. Returns how long after the end in the database each row of
 * the list shows it, in ms. Both clocks are of this machine.
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
    const shown = tab.page.evaluate(untilCancelled, id);
    await fleet.controlPlane.call('POST', `/api/v1/tasks/${id}/cancel`);
    const { completed_at: endedAt } = await fleet.detailOf(id);
    delays.push((await shown) - Date.parse(endedAt ?? ''));
  }
  return delays;
}

/** Runs in the page; returns the time at which the row has changed. */
function untilCancelled(id: string): Promise<number> {
  const link = document.querySelector(`[data-task="${id}"]`);
  const row = link?.closest('[role=row]');
  if (!row) throw new Error(`The list does not show task ${id}.`);
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (!row.querySelector('.status.cancelled')) return;
      observer.disconnect();
      resolve(Date.now());
    }).observe(row, { childList: true, subtree: true, attributes: true });
  });
}
