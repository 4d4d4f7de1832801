import { click, fill, press, type } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const codemirror: Widget = {
  name: 'codemirror',
  packages: ['codemirror', '@codemirror/lang-javascript'],
  html: `<div id="editor"></div>`,
  script: `import { basicSetup, EditorView } from 'codemirror';
    import { javascript } from '@codemirror/lang-javascript';
    window.view = new EditorView({ doc: 'let a = 1;', extensions: [basicSetup, javascript()], parent: document.querySelector('#editor') });`,
  cases: [
    {
      name: 'replaces the text, as its model sees it',
      errand: [fill('locator(".cm-content")', 'const b = 2;')],
      playwright: (page) => page.locator('.cm-content').fill('const b = 2;'),
      shows: { read: 'view.state.doc.toString()', is: 'const b = 2;' },
    },
    {
      name: 'types a second line',
      errand: [
        click('locator(".cm-content")'),
        press(['ctrl', 'end']),
        press('enter'),
        {
          type: 'action_node',
          interaction_action: { input_text: { fill_or_type: 'key_press', input_text: 'a += 1;' } },
        },
      ],
      async playwright(page) {
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+End');
        await page.keyboard.press('Enter');
        await page.keyboard.type('a += 1;');
      },
      shows: { read: 'view.state.doc.toString()', is: 'let a = 1;\na += 1;' },
    },
    {
      name: 'types, then deletes everything',
      errand: [
        fill('locator(".cm-content")', ''),
        type('locator(".cm-content")', 'consol'),
        press('escape'),
        press(['ctrl', 'a']),
        press('backspace'),
      ],
      async playwright(page) {
        await page.locator('.cm-content').fill('');
        await page.locator('.cm-content').pressSequentially('consol');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Backspace');
      },
      shows: { read: 'view.state.doc.toString()', is: '' },
    },
  ],
};
