import { click, fill, press, type } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const tiptap: Widget = {
  name: 'tiptap',
  packages: ['@tiptap/core', '@tiptap/starter-kit', '@tiptap/pm'],
  html: `<button id="bold">Bold</button><div id="editor"></div>`,
  script: `import { Editor } from '@tiptap/core';
    import StarterKit from '@tiptap/starter-kit';
    window.editor = new Editor({ element: document.querySelector('#editor'), extensions: [StarterKit], content: '<p>Old text</p>' });
    document.querySelector('#bold').addEventListener('click', () => editor.chain().focus().toggleBold().run());`,
  cases: [
    {
      name: 'replaces the text, as its model sees it',
      errand: [fill('locator(".tiptap")', 'New text')],
      playwright: (page) => page.locator('.tiptap').fill('New text'),
      shows: { read: 'editor.getHTML()', is: '<p>New text</p>' },
    },
    {
      name: 'makes all text bold with a button',
      errand: [
        click('locator(".tiptap")'),
        press(['ctrl', 'a']),
        click('get_by_role("button", name="Bold")'),
      ],
      async playwright(page) {
        await page.locator('.tiptap').click();
        await page.keyboard.press('Control+A');
        await page.getByRole('button', { name: 'Bold' }).click();
      },
      shows: { read: 'editor.getHTML()', is: '<p><strong>Old text</strong></p>' },
    },
    {
      name: 'types a list in markdown',
      errand: [
        fill('locator(".tiptap")', ''),
        type('locator(".tiptap")', '- milk'),
        press('enter'),
        type('locator(".tiptap")', 'eggs'),
      ],
      async playwright(page) {
        await page.locator('.tiptap').fill('');
        await page.locator('.tiptap').pressSequentially('- milk');
        await page.keyboard.press('Enter');
        await page.keyboard.type('eggs');
      },
      shows: {
        read: `[...document.querySelectorAll('.tiptap li')].map((entry) => entry.textContent)`,
        is: ['milk', 'eggs'],
      },
    },
  ],
};
