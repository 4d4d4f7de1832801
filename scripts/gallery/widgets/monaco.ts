import { click, press } from '../steps.ts';
import type { Widget } from '../widget.ts';

const write = (text: string): object => ({
  type: 'action_node',
  interaction_action: { input_text: { fill_or_type: 'key_press', input_text: text } },
});

export const monaco: Widget = {
  name: 'monaco',
  packages: ['monaco-editor'],
  html: `<div id="editor" style="height: 300px; width: 700px"></div>`,
  script: `import * as monaco from 'monaco-editor/editor/editor.api.js';
    self.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))) };
    window.model = monaco.editor.createModel('first line', 'plaintext');
    monaco.editor.create(document.querySelector('#editor'), { model, minimap: { enabled: false } });`,
  cases: [
    {
      name: 'types a second line',
      errand: [
        click('locator(".view-lines")'),
        press(['ctrl', 'end']),
        press('enter'),
        write('second line'),
      ],
      async playwright(page) {
        await page.locator('.view-lines').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Enter');
        await page.keyboard.type('second line');
      },
      shows: { read: 'model.getValue()', is: 'first line\nsecond line' },
    },
    {
      name: 'replaces everything with the keyboard',
      errand: [click('locator(".view-lines")'), press(['ctrl', 'a']), write('all new')],
      async playwright(page) {
        await page.locator('.view-lines').click();
        await page.keyboard.press('Control+A');
        await page.keyboard.type('all new');
      },
      shows: { read: 'model.getValue()', is: 'all new' },
    },
  ],
};
