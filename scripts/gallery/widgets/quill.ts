import { click, fill, press, read, type } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const quill: Widget = {
  name: 'quill',
  packages: ['quill'],
  html: `<div id="editor"><p>Old text</p></div>`,
  script: `import Quill from 'quill';
    import 'quill/dist/quill.snow.css';
    window.quill = new Quill('#editor', { theme: 'snow' });`,
  cases: [
    {
      name: 'replaces the text, as its model sees it',
      errand: [fill('locator(".ql-editor")', 'New text'), read('locator(".ql-editor")', 'text')],
      async playwright(page) {
        await page.locator('.ql-editor').fill('New text');
        return { text: await page.locator('.ql-editor').innerText() };
      },
      shows: { read: 'quill.getText()', is: 'New text\n' },
      output: { text: 'New text' },
    },
    {
      name: 'makes all text bold with a button',
      errand: [
        click('locator(".ql-editor")'),
        press(['ctrl', 'a']),
        click('get_by_role("button", name="bold")'),
      ],
      async playwright(page) {
        await page.locator('.ql-editor').click();
        await page.keyboard.press('Control+A');
        await page.getByRole('button', { name: 'bold' }).click();
      },
      shows: { read: textOf('.ql-editor strong'), is: 'Old text' },
    },
    {
      name: 'types at the end of the text',
      errand: [
        click('locator(".ql-editor")'),
        press(['ctrl', 'end']),
        type('locator(".ql-editor")', '!'),
      ],
      async playwright(page) {
        await page.locator('.ql-editor').click();
        await page.keyboard.press('Control+End');
        await page.locator('.ql-editor').pressSequentially('!');
      },
      shows: { read: 'quill.getText()', is: 'Old text!\n' },
    },
  ],
};
