import { startCuttableProxy } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';
import { openTab } from './open-tab.ts';

/** Bad addresses, a server that is away, and actions that remove the button they began with. */
export function testBreaks(stageOf: () => ConsoleStage): void {
  test('ignores search values that a page does not know, and knows every status', async () => {
    const { tab, tasks, recordingId, apiKey } = stageOf();
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

  test('survives a server that is away: says so, keeps the menu, and loads the page later', async () => {
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
    await tab.untilText('Live', '.who [role=status]');
  });
}
