import { click, press, read } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const micromodal: Widget = {
  name: 'micromodal',
  packages: ['micromodal'],
  html: `<style>.modal { display: none } .modal.is-open { display: block } .overlay { position: fixed; inset: 0; background: #0008 } .box { margin: 100px auto; width: 300px; background: white }</style>
    <button data-micromodal-trigger="modal">Open</button>
    <div class="modal" id="modal" aria-hidden="true"><div class="overlay" tabindex="-1" data-micromodal-close><div class="box" role="dialog" aria-label="Terms"><p>All rights reserved.</p><button data-micromodal-close>Close</button></div></div></div>`,
  script: `import MicroModal from 'micromodal';
    MicroModal.init();`,
  cases: [
    {
      name: 'reads the dialog and closes it with its button',
      errand: [
        click('get_by_role("button", name="Open")'),
        read('get_by_role("dialog").locator("p")', 'terms'),
        click('get_by_role("button", name="Close")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        const terms = await page.getByRole('dialog').locator('p').innerText();
        await page.getByRole('button', { name: 'Close' }).click();
        return { terms };
      },
      shows: { read: `document.querySelector('#modal').ariaHidden`, is: 'true' },
      output: { terms: 'All rights reserved.' },
    },
    {
      name: 'closes the dialog with Escape',
      errand: [click('get_by_role("button", name="Open")'), press('escape')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.keyboard.press('Escape');
      },
      shows: { read: `document.querySelector('#modal').ariaHidden`, is: 'true' },
    },
  ],
};
