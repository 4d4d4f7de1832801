import { fill, press, type } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const slate: Widget = {
  name: 'slate',
  packages: ['react', 'react-dom', 'slate', 'slate-react', 'slate-history'],
  script: `import { useState } from 'react';
    import { createRoot } from 'react-dom/client';
    import { createEditor, Node } from 'slate';
    import { withHistory } from 'slate-history';
    import { Editable, Slate, withReact } from 'slate-react';
    function App() {
      const [editor] = useState(() => withReact(withHistory(createEditor())));
      const [said, say] = useState('');
      return <><Slate editor={editor} initialValue={[{ children: [{ text: 'Old text' }] }]} onChange={(value) => say(value.map((node) => Node.string(node)).join('|'))}>
        <Editable aria-label="Text" role="textbox" /></Slate><output id="said">{said}</output></>;
    }
    createRoot(document.querySelector('#root')).render(<App />);`,
  cases: [
    {
      name: 'replaces the text, as its model sees it',
      errand: [fill('get_by_role("textbox", name="Text")', 'New text')],
      playwright: (page) => page.getByRole('textbox', { name: 'Text' }).fill('New text'),
      shows: { read: textOf('#said'), is: 'New text' },
    },
    {
      name: 'types at the end of the text',
      errand: [
        press(['ctrl', 'end'], 'get_by_role("textbox", name="Text")'),
        type('get_by_role("textbox", name="Text")', '!'),
        press('enter'),
      ],
      async playwright(page) {
        const text = page.getByRole('textbox', { name: 'Text' });
        await text.click();
        await text.press('Control+End');
        await page.keyboard.type('!');
        await page.keyboard.press('Enter');
      },
      shows: { read: textOf('#said'), is: 'Old text!|' },
    },
  ],
};
