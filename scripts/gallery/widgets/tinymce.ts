import { click, fill, press } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const tinymce: Widget = {
  name: 'tinymce',
  packages: ['tinymce'],
  html: `<div id="editor"><p>Old text</p></div>`,
  script: `import tinymce from 'tinymce/tinymce';
    import 'tinymce/models/dom';
    import 'tinymce/icons/default';
    import 'tinymce/themes/silver';
    import 'tinymce/skins/ui/oxide/skin.js';
    import 'tinymce/skins/ui/oxide/content.js';
    import 'tinymce/skins/content/default/content.js';
    window.tinymce = tinymce;
    tinymce.init({ selector: '#editor', license_key: 'gpl', menubar: false, toolbar: 'bold italic', branding: false, promotion: false });`,
  cases: [
    {
      name: 'fills in the text inside its frame',
      errand: [fill('frame_locator("iframe").locator("body")', 'New text')],
      playwright: (page) => page.frameLocator('iframe').locator('body').fill('New text'),
      shows: { read: 'tinymce.activeEditor.getContent({ format: "text" })', is: 'New text' },
    },
    {
      name: 'makes all text bold with a button outside the frame',
      errand: [
        click('frame_locator("iframe").locator("p")'),
        press(['ctrl', 'a']),
        click('get_by_role("button", name="Bold")'),
      ],
      async playwright(page) {
        await page.frameLocator('iframe').locator('p').click();
        await page.keyboard.press('Control+A');
        await page.getByRole('button', { name: 'Bold' }).click();
      },
      shows: {
        read: 'tinymce.activeEditor.getContent()',
        is: '<p><strong>Old text</strong></p>',
      },
    },
  ],
};
