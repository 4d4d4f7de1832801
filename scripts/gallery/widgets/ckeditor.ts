import { click, fill, press, read } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const ckeditor: Widget = {
  name: 'ckeditor',
  packages: ['ckeditor5'],
  html: `<div id="editor"><p>Old text</p></div>`,
  script: `import { Bold, ClassicEditor, Essentials, Heading, Paragraph } from 'ckeditor5';
    import 'ckeditor5/ckeditor5.css';
    window.editor = await ClassicEditor.create(document.querySelector('#editor'), { licenseKey: 'GPL', plugins: [Essentials, Paragraph, Bold, Heading], toolbar: ['bold', 'heading'] });`,
  cases: [
    {
      name: 'replaces the text, as its model sees it',
      errand: [
        fill('locator(".ck-editor__editable")', 'New text'),
        read('locator(".ck-editor__editable")', 'text'),
      ],
      async playwright(page) {
        await page.locator('.ck-editor__editable').fill('New text');
        return { text: await page.locator('.ck-editor__editable').innerText() };
      },
      shows: { read: 'editor.getData()', is: '<p>New text</p>' },
      output: { text: 'New text' },
    },
    {
      name: 'makes all text bold with a button',
      errand: [
        click('locator(".ck-editor__editable")'),
        press(['ctrl', 'a']),
        click('get_by_role("button", name="Bold")'),
      ],
      async playwright(page) {
        await page.locator('.ck-editor__editable').click();
        await page.keyboard.press('Control+A');
        await page.getByRole('button', { name: 'Bold' }).click();
      },
      shows: { read: 'editor.getData()', is: '<p><strong>Old text</strong></p>' },
    },
    {
      name: 'makes a heading with a dropdown',
      errand: [
        click('locator(".ck-editor__editable")'),
        click('locator(".ck-heading-dropdown button").first'),
        click('get_by_role("menuitemradio", name="Heading 1")'),
      ],
      async playwright(page) {
        await page.locator('.ck-editor__editable').click();
        await page.locator('.ck-heading-dropdown button').first().click();
        await page.getByRole('menuitemradio', { name: 'Heading 1' }).click();
      },
      shows: { read: 'editor.getData()', is: '<h2>Old text</h2>' },
    },
  ],
};
