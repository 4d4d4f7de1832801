import { startCuttableProxy } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

/** Bad addresses, an unreachable server, and actions that remove the button they began with. */
export function testBreaks(stageOf: () => ConsoleStage): void {
  test('ignores search values that a page does not know, and knows every status', async () => {
    const { browser, fleet, tasks, recordingId, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    for (const [path, title] of [
      ['/tasks?status=foo&sort=evil&order=up&waiting_for_human=perhaps&size=9', 'Tasks'],
      ['/tasks?status=failed%&q=%5B1%5D&created_after=%7B%7D', 'Tasks'],
      [`/tasks/${tasks.failed}?tab=evil&step=evil`, 'broken'],
      ['/deliveries?state=evil', 'Deliveries'],
      ['/recordings?workspace_id=%7B%22a%22:1%7D', 'Recordings'],
      [`/recordings/${recordingId}/edit?node=%7B%7D&session=7`, 'Edit broken'],
    ] as const) {
      await tab.open(`/console${path}`, title);
      expect(await tab.count('main [role=alert], main .chip')).toBe(0);
    }
    for (const [status, chosen] of [
      ['allocated', 'Starting'],
      ['queued,allocated,running', 'Open'],
    ] as const) {
      await tab.open(`/console/tasks?status=${status}`, 'Tasks');
      await tab.untilText(chosen, 'select[name=status] option:checked');
    }
  });

  test('the page of something that does not exist leads to what exists', async () => {
    const { browser, fleet, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    const id = '00000000-0000-7000-8000-000000000000';
    for (const [path, title, list] of [
      [`/tasks/${id}`, 'Task', '/tasks'],
      [`/tasks/${id}/live`, 'Task', '/tasks'],
      [`/recordings/${id}`, 'Recording', '/recordings'],
      [`/recordings/${id}/edit`, 'Edit a recording', '/recordings'],
      [`/schedules/${id}`, 'Schedule', '/schedules'],
    ] as const) {
      await tab.open(`/console${path}`, title);
      await tab.untilText('All ', `main [role=alert] a[href="/console${list}"]`);
      expect(await tab.count('main [role=alert] button')).toBe(0);
    }
  });

  test('survives an unreachable server: says so, keeps the menu, and loads the page later', async () => {
    await using proxy = await startCuttableProxy(stageOf().fleet.controlPlane.url);
    await using tab = await openTab(stageOf().browser, proxy.url);
    await tab.signIn(stageOf().apiKey);
    await tab.untilText('Live', '.who [role=status]');
    proxy.stop();
    await tab.page.hover('nav a[href="/console/keys"]');
    await tab.untilText('Reconnecting', '.who [role=status]');
    await tab.page.click('nav a[href="/console/keys"]');
    await tab.untilTitle('This page could not be loaded');
    await tab.look('page-not-loaded', ['light', 'narrow']);
    proxy.mend();
    await tab.press('Try again');
    await tab.untilTitle('Keys');
    await expect(tab.untilText('Live', '.who [role=status]')).resolves.toBeUndefined();
  });

  test('a revoked key signs its tab out within seconds, with the reason', async () => {
    const { browser, fleet } = stageOf();
    const made = await fleet.controlPlane.call('POST', '/api/v1/api_keys', { name: 'leaked' });
    const { api_key: apiKey, key } = made.body as { api_key: string; key: { api_key_id: string } };
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    await tab.untilText('Live', '.who [role=status]');
    await fleet.controlPlane.call('DELETE', `/api/v1/api_keys/${key.api_key_id}`);
    await tab.untilTitle('Sign in');
    await expect(tab.untilText('revoked', '[role=alert]')).resolves.toBeUndefined();
  });

  test('the live page of an ended task shows its steps and files', async () => {
    const { browser, fleet, tasks, apiKey } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    await tab.signIn(apiKey);
    await tab.open(`/console/tasks/${tasks.loop}/live`, 'loop');
    await tab.page.waitForSelector('[aria-label="Files of the task"]');
    expect(await tab.count('.waterfall li')).toBeGreaterThan(2);
    await tab.open('/console/queue', 'Queue');
    await expect(
      tab.untilText('running 1 task', '[aria-label="Workers"]'),
    ).resolves.toBeUndefined();
  });

  test('the focus stays where it was, or moves to what replaces the button', async () => {
    const { browser, fleet, apiKey, scheduleId, submitLater } = stageOf();
    await using tab = await openTab(browser, fleet.controlPlane.url);
    const { keyboard } = tab.page;
    const untilFocus = (selector: string) =>
      tab.page.waitForFunction((wanted) => document.activeElement?.matches(wanted), {}, selector);
    const focusButton = async (words: string) => {
      await tab.page.evaluate((name) => {
        const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
        buttons.find(({ textContent }) => textContent === name)?.focus();
      }, words);
      await untilFocus('button');
    };
    const id = await submitLater();
    await tab.signIn(apiKey);
    await tab.open('/console/tasks?endpoint_name=later', 'Tasks');
    await tab.page.focus('select[name=status]');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await tab.untilText('Queued', 'select[name=status] option:checked');
    await tab.page.waitForFunction(() => location.search.includes('status=queued'));
    await untilFocus('select[name=status]');
    await tab.page.focus('input[name=q]');
    await keyboard.type(id);
    await keyboard.press('Enter');
    await tab.untilRows(1);
    await untilFocus('input[name=q]');
    await tab.chooseRows(1);
    await focusButton('Clear choice');
    await keyboard.press('Enter');
    await tab.untilText('1 task', '.bulk');
    await untilFocus('.tasks *');
    await focusButton('Clear all');
    await keyboard.press('Enter');
    await untilFocus('form.filters button');
    await tab.go(`/tasks/${id}`, 'later');
    await focusButton('Cancel');
    await keyboard.press('Enter');
    await tab.untilText('Cancel', '[role=dialog]');
    await tab.page.focus('[role=dialog] button[type=submit]');
    await keyboard.press('Enter');
    await tab.untilText('cancelled', '.page-head .status');
    await untilFocus('.page-head button');
    await tab.go(`/schedules/${scheduleId}`, 'Nightly');
    // An earlier test may have paused it.
    const toggle = ':is([aria-label="Pause Nightly"], [aria-label="Resume Nightly"]):enabled';
    await tab.page.focus(toggle);
    await keyboard.press('Enter');
    await tab.untilText('Nightly', '.tell');
    await untilFocus(toggle);
    await tab.page.setViewport({ width: 320, height: 640 });
    await tab.press('Menu');
    await tab.page.waitForSelector('[data-menu=open]');
    await keyboard.press('Tab');
    await keyboard.press('Escape');
    await tab.page.waitForSelector('[data-menu=closed]');
    await expect(untilFocus('.menu-button')).resolves.toBeDefined();
  });
}
