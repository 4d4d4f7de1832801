import { click, fill, press } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const prosemirror: Widget = {
  name: 'prosemirror',
  packages: [
    'prosemirror-example-setup',
    'prosemirror-model',
    'prosemirror-schema-basic',
    'prosemirror-state',
    'prosemirror-view',
  ],
  html: `<div id="editor"></div>`,
  script: `import { exampleSetup } from 'prosemirror-example-setup';
    import { schema } from 'prosemirror-schema-basic';
    import { EditorState } from 'prosemirror-state';
    import { EditorView } from 'prosemirror-view';
    import 'prosemirror-view/style/prosemirror.css';
    const doc = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Old text')])]);
    window.view = new EditorView(document.querySelector('#editor'), { state: EditorState.create({ doc, plugins: exampleSetup({ schema, menuBar: false }) }) });`,
  cases: [
    {
      name: 'replaces the text, as its model sees it',
      errand: [fill('locator(".ProseMirror")', 'New text')],
      playwright: (page) => page.locator('.ProseMirror').fill('New text'),
      shows: { read: 'view.state.doc.textContent', is: 'New text' },
    },
    {
      name: 'makes all text bold with the keyboard',
      errand: [click('locator(".ProseMirror p")'), press(['ctrl', 'a']), press(['ctrl', 'b'])],
      async playwright(page) {
        await page.locator('.ProseMirror p').click();
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Control+B');
      },
      shows: { read: `document.querySelector('.ProseMirror strong').textContent`, is: 'Old text' },
    },
  ],
};
