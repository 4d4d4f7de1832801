import { expect, test } from '@jest/globals';
import type { ConsoleStage } from './open-console-stage.ts';

/** Defines the test of the list of steps on the page of a task. */
export function testSteps(stage: () => ConsoleStage): void {
  test('steps name their targets, are one tab stop, and their pictures can be enlarged', async () => {
    const { tab, tasks } = stage();
    const { page } = tab;
    const { keyboard } = page;
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent ?? '');
    const press = async (key: 'Home' | 'End' | 'ArrowUp' | 'ArrowDown', text: string) => {
      await keyboard.press(key);
      await page.waitForFunction(
        (wanted) => document.activeElement?.textContent?.includes(wanted),
        {},
        text,
      );
    };
    await tab.go(`/tasks/${tasks.loop}`, 'loop');
    await tab.untilText('{orders[index]}', '.waterfall code');
    expect(await tab.count('.waterfall [tabindex="0"]')).toBe(1);
    await page.focus('.waterfall [tabindex="0"]');
    await press('Home', 'set variable');
    await press('ArrowDown', 'for loop');
    await press('ArrowDown', 'Iteration 1');
    const shown = () => page.$eval('.waterfall li', (row) => Number(row.ariaSetSize));
    const all = await shown();
    await keyboard.press('ArrowLeft');
    expect(await shown()).toBe(all - 1);
    await keyboard.press('ArrowRight');
    expect(await shown()).toBe(all);
    await press('End', "'now'");
    // The focused row stays when it is scrolled away.
    await page.$eval('.waterfall', (list) => list.scrollTo(0, 0));
    await tab.untilText('Iteration 1', '.waterfall');
    await press('ArrowUp', 'orders[index]');
    await keyboard.press('Enter');
    await tab.untilText('orders[index]', '[aria-label="The chosen step"]');
    expect(await focused()).toContain('orders[index]');
    await tab.go(`/tasks/${tasks.failed}`, 'broken');
    await tab.untilText('get_by_role("link", name="No such link")', '.waterfall code');
    await tab.press('Enlarge: The screen at this step: click element, failed');
    await page.waitForSelector('[role=dialog] img');
    await tab.look('enlarged-picture', ['light', 'narrow']);
    await tab.press('Close');
    await page.waitForFunction(() => !document.querySelector('[role=dialog]'));
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('picture');
  });
}
