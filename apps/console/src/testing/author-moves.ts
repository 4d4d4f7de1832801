import type { AuthoringStage } from './open-authoring-stage.ts';

/** Actions of an author in the editor and on the screen of a session. */
export function createAuthorMoves({ tab, fleet, recordingId }: AuthoringStage) {
  const { page } = tab;
  const steps = () =>
    page.$$eval('[role=treeitem]', (rows) => rows.map(({ textContent }) => textContent));
  const pressInJson = async (key: 'a' | 'z') => {
    await page.locator('.json-pane >>> .cm-content').click();
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
  };
  return {
    steps,
    undoJson: () => pressInJson('z'),
    /** Replaces all text in the JSON editor in one step, as pasting does. */
    replaceJson: async (text: string): Promise<void> => {
      await pressInJson('a');
      await page.keyboard.sendCharacter(text);
    },
    /** What screen readers say about a field after its name. */
    describedField: (label: string) =>
      page.$eval(`::-p-aria([name="${label}"])`, (field) =>
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      ),
    shownJson: () =>
      page.$eval(
        '.json-pane > div',
        ({ shadowRoot }) => shadowRoot?.querySelector('.cm-content')?.textContent,
      ),
    /**
     * Changes a loop to other kinds that have inner steps, and back, with the arrow keys. Returns
     * how many steps each had.
     */
    passKinds: async (): Promise<number[]> => {
      const counts: number[] = [];
      await page.focus('.node-form select');
      for (const kind of ['while loop', 'if else']) {
        await page.keyboard.press('ArrowDown');
        await tab.untilText(kind, '[aria-selected=true]');
        counts.push((await steps()).length);
      }
      await tab.press('Add to “else”');
      await tab.untilText('Else', '.node-list-name');
      await tab.press('Undo');
      await tab.press('Undo');
      await tab.untilText('for loop', '[aria-selected=true]');
      await tab.untilText('No problems found', '.page-head');
      return counts;
    },
    /** Width of the screen of the session, in pixels of the window. */
    screenWidth: () => page.$eval('.screen', (screen) => screen.getBoundingClientRect().width),
    /** Whether the screen and the list of steps are beside each other, both in view. */
    isBesideSteps: () =>
      page.evaluate(() => {
        const [list, screen] = ['.editor-steps', '.screen'].map((name) =>
          document.querySelector(name)?.getBoundingClientRect(),
        );
        if (!list || !screen) return false;
        return list.right < screen.left && list.top < innerHeight && screen.bottom < innerHeight;
      }),
    /** Clicks a point of the remote screen, in its pixels, once the screen is shown. */
    clickScreen: async (x: number, y: number): Promise<void> => {
      await page.waitForSelector('.screen.control canvas');
      await page.waitForSelector('.screen.control .screen-words:empty');
      const canvas = await page.$('.screen.control canvas');
      const box = await canvas?.boundingBox();
      if (!box) throw new Error('The screen has no canvas.');
      await page.mouse.click(box.x + (x / 1280) * box.width, box.y + (y / 800) * box.height);
    },
    /** Saves a version of the recording in the tab as another person would. Returns its number. */
    saveElsewhere: async (): Promise<number> => {
      const { body } = await fleet.controlPlane.call('GET', `/api/v1/recordings/${recordingId}`);
      const { automation } = (body as { recording: { automation: { url: string } } }).recording;
      const path = `/api/v1/update_recording/${recordingId}`;
      const saved = await fleet.controlPlane.call('PATCH', path, {
        automation: { ...automation, url: `${automation.url}/?elsewhere` },
      });
      if (saved.status !== 200) throw new Error(JSON.stringify(saved));
      return (saved.body as { version: number }).version;
    },
  };
}
