import { fill, press, type } from '../steps.ts';
import { textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const lexical: Widget = {
  name: 'lexical',
  packages: ['lexical', '@lexical/rich-text'],
  html: `<div id="editor" contenteditable="true" role="textbox" aria-label="Text" style="border: 1px solid; min-height: 100px"></div>`,
  script: `import { $getRoot, createEditor } from 'lexical';
    import { registerRichText } from '@lexical/rich-text';
    const editor = createEditor({ namespace: 'gallery', onError: console.error });
    registerRichText(editor);
    editor.setRootElement(document.querySelector('#editor'));
    window.textOfModel = () => editor.getEditorState().read(() => $getRoot().getTextContent());`,
  cases: [
    {
      name: 'fills in a text, as its model sees it',
      errand: [fill('get_by_role("textbox", name="Text")', 'Hello there')],
      playwright: (page) => page.getByRole('textbox', { name: 'Text' }).fill('Hello there'),
      shows: { read: 'textOfModel()', is: 'Hello there' },
    },
    {
      name: 'types two paragraphs',
      errand: [
        type('get_by_role("textbox", name="Text")', 'One'),
        press('enter'),
        type('get_by_role("textbox", name="Text")', 'Two'),
      ],
      async playwright(page) {
        await page.getByRole('textbox', { name: 'Text' }).pressSequentially('One');
        await page.keyboard.press('Enter');
        await page.keyboard.type('Two');
      },
      shows: { read: textsOf('#editor p'), is: ['One', 'Two'] },
    },
  ],
};
