import { startCuttableProxy } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';
import { enterState } from './look-at-page.ts';
import { openTab } from './open-tab.ts';

/** The list of tasks: it follows events, changes many tasks together and loads page by page. */
export function testTaskList(stageOf: () => ConsoleStage): void {
  test('the list follows events, even after the server was down, and cancels tasks', async () => {
    await using proxy = await startCuttableProxy(stageOf().fleet.controlPlane.url);
    await using tab = await openTab(stageOf().browser, proxy.url);
    await tab.signIn(stageOf().apiKey);
    await tab.go('/tasks?endpoint_name=later', 'Tasks');
    await tab.untilText('No task matches', 'main');
    await stageOf().submitLater();
    await tab.untilRows(1);
    proxy.cut();
    const lost = await stageOf().submitLater();
    await stageOf().fleet.controlPlane.call('POST', `/api/v1/tasks/${lost}/cancel`);
    await stageOf().submitLater();
    proxy.mend();
    await tab.untilRows(3);
    await tab.untilText('cancelled', '[role=table]');
    await tab.chooseRows(3);
    await tab.press('Cancel 2');
    await tab.untilText('Cancel 2 tasks?', '[role=dialog]');
    proxy.cut();
    await tab.submit();
    await tab.untilText('One moment', '[role=dialog]');
    await tab.page.keyboard.press('Escape');
    // The client gives up after some seconds, in which a busy machine does little.
    proxy.mend();
    await tab.untilText('2 tasks cancelled', '.tell');
    await tab.page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    const cancelled = '.task-row.body .status.cancelled';
    await tab.page.waitForFunction(
      (selector) => document.querySelectorAll(selector).length > 2,
      {},
      cancelled,
    );
    expect(await tab.count(cancelled)).toBe(3);
  });

  test('a list with filters gains and loses tasks as their states change', async () => {
    const { tab } = stageOf();
    await tab.signIn(stageOf().apiKey);
    const cancel = (id: string) =>
      stageOf().fleet.controlPlane.call('POST', `/api/v1/tasks/${id}/cancel`);
    const first = await stageOf().submitLater();
    // Both lists are cached while only one is on the screen.
    await tab.go('/tasks?endpoint_name=later&status=open', 'Tasks');
    await tab.untilRows(1);
    await tab.go('/tasks?endpoint_name=later&status=cancelled', 'Tasks');
    await tab.untilRows(3);
    await cancel(first);
    await tab.untilRows(4);
    await tab.go('/tasks?endpoint_name=later&status=open', 'Tasks');
    await tab.untilText('No task matches', 'main');
    const second = await stageOf().submitLater();
    await tab.untilRows(1);
    await cancel(second);
    await tab.untilText('No task matches', 'main');
    await tab.go('/tasks?endpoint_name=later&status=cancelled', 'Tasks');
    await expect(tab.untilRows(5)).resolves.toBeUndefined();
  });

  test('all tasks that match are chosen at once, even those that are not loaded', async () => {
    const { tab } = stageOf();
    await tab.go('/', 'Home');
    await tab.page.waitForSelector('.bars a[href*=completed_after]');
    await stageOf().addTasks(150);
    await tab.go('/tasks?created_after=2999-01-01T12:00:00Z', 'Tasks');
    await tab.untilText('No task matches', 'main');
    await tab.untilText('Jan 1, 2999', 'select[name=since] option:checked');
    const chooseAll = async () => {
      await tab.page.locator('.task-row.head input').click();
      await tab.press('Choose all that match');
      await tab.untilText('tasks chosen', '.bulk');
    };
    await tab.go('/tasks?status=queued&endpoint_name=later', 'Tasks');
    await chooseAll();
    await tab.look('tasks-all-chosen');
    // Nobody has seen this task when all are chosen.
    const unseen = await stageOf().submitLater();
    await tab.press('Cancel all');
    await tab.submit();
    await tab.untilText('tasks cancelled', '.tell');
    await tab.untilRows(1);
    await stageOf().fleet.controlPlane.call('POST', `/api/v1/tasks/${unseen}/cancel`);
    await tab.untilText('No task matches', 'main');
    await tab.go('/tasks?status=cancelled&endpoint_name=later', 'Tasks');
    await chooseAll();
    await tab.press('Retry all');
    await tab.submit();
    await tab.untilText('tasks submitted again', '.tell');
    const { body } = await stageOf().fleet.controlPlane.call(
      'GET',
      '/api/v1/tasks?status=queued&endpoint_name=later',
    );
    expect((body as { total_estimate: number }).total_estimate).toBeGreaterThanOrEqual(150);
  });

  test('rows neither overlap nor leave gaps in a narrow window and with a large font', async () => {
    const { tab } = stageOf();
    const { page } = tab;
    await tab.go('/tasks', 'Tasks');
    await enterState(page, 'narrow');
    await page.waitForFunction(areRowsStacked);
    await enterState(page, 'light');
    await page.waitForFunction(areRowsStacked);
    await tab.go('/', 'Home');
    const setFont = (size: string) =>
      page.$eval('html', (root, value) => root.style.setProperty('font-size', value), size);
    await setFont('24px');
    await tab.go('/tasks', 'Tasks');
    const stacked = await page.waitForFunction(areRowsStacked);
    await setFont('');
    expect(await stacked.jsonValue()).toBe(true);
  });

  test('a page of the list that fails is requested once, until the reader tries again', async () => {
    const { tab } = stageOf();
    const { page } = tab;
    await tab.go('/tasks', 'Tasks');
    const broken = { isBroken: true, requests: 0 };
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!broken.isBroken) return;
      if (request.url().includes('cursor=')) {
        broken.requests += 1;
        const body = JSON.stringify({ detail: 'The next page is broken.' });
        void request.respond({ status: 500, contentType: 'application/json', body });
      } else void request.continue();
    });
    const scroll = () =>
      page.$eval('.tasks-scroll', async (list) => {
        list.scrollTo(0, 0);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        list.scrollTo(0, list.scrollHeight);
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
    await scroll();
    await tab.untilText('The next page is broken', '.tasks [role=alert]');
    await scroll();
    await tab.look('tasks-page-failed');
    expect(broken.requests).toBe(1);
    broken.isBroken = false;
    await page.setRequestInterception(false);
    await tab.press('Try again');
    await page.waitForFunction(() => !document.querySelector('.tasks [role=alert]'));
    await scroll();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.task-row.body')].some(
        (row) => Number(row.getAttribute('aria-rowindex')) > 120,
      ),
    );
  });

  test('a long list loads to its end and renders only the rows in view', async () => {
    const { tab, fleet } = stageOf();
    const old = await stageOf().submitLater();
    await stageOf().addTasks(2_000);
    await tab.go('/tasks', 'Tasks');
    const { rows, mostElements } = await tab.scrollThrough(2_000);
    expect(rows).toBeGreaterThanOrEqual(2_000);
    expect(mostElements).toBeLessThan(1_000);
    const call = fleet.controlPlane.call;
    const listed = '/api/v1/tasks?endpoint_name=later';
    const earlier = await call('GET', `${listed}&status=cancelled`);
    const { body } = await call('GET', `${listed}&status=queued&limit=100`);
    const ids = (body as { tasks: { task_id: string }[] }).tasks.map(({ task_id: id }) => id);
    await call('POST', '/api/v1/tasks/cancel', { task_ids: ids });
    await tab.go('/tasks?endpoint_name=later&status=cancelled', 'Tasks');
    const cancelled = ids.length + (earlier.body as { total_estimate: number }).total_estimate;
    await tab.scrollThrough(cancelled);
    // The task belongs below the first page.
    await call('POST', `/api/v1/tasks/${old}/cancel`);
    await tab.page.waitForSelector(`[role=table][aria-rowcount="${cancelled + 2}"]`);
    await tab.page.$eval(
      '.tasks-scroll',
      (list, share) => list.scrollTo(0, list.scrollHeight * share),
      (ids.length - 2) / cancelled,
    );
    const row = await tab.page.waitForSelector(`.task-row:has([data-task="${old}"])`);
    expect(await row?.evaluate((each) => each.ariaRowIndex)).toBe(`${ids.length + 2}`);
  });
}

/** Runs in the page. */
function areRowsStacked(): boolean {
  const rows = [...document.querySelectorAll('.task-row.body')]
    .map((row) => row.getBoundingClientRect())
    .toSorted((one, other) => one.top - other.top);
  const steps = rows.slice(1).map(({ top }, index) => top - (rows[index]?.bottom ?? 0));
  return steps.length > 1 && steps.every((step) => Math.abs(step) < 1);
}
