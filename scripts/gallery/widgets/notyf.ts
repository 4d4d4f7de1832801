import { click, read } from '../steps.ts';
import { textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const notyf: Widget = {
  name: 'notyf',
  packages: ['notyf'],
  html: `<button>Save</button>`,
  script: `import { Notyf } from 'notyf';
    import 'notyf/notyf.min.css';
    const notyf = new Notyf({ duration: 0, dismissible: true });
    document.querySelector('button').addEventListener('click', () => setTimeout(() => notyf.error('The disk is full.'), 400));`,
  cases: [
    {
      name: 'reads a late notice',
      errand: [
        click('get_by_role("button", name="Save")'),
        read('locator(".notyf__message")', 'notice'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Save' }).click();
        return { notice: await page.locator('.notyf__message').innerText() };
      },
      output: { notice: 'The disk is full.' },
    },
    {
      name: 'dismisses a notice that slides in',
      errand: [
        click('get_by_role("button", name="Save")'),
        click('locator(".notyf__dismiss-btn")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('.notyf__dismiss-btn').click();
      },
      shows: { read: textsOf('.notyf__message'), is: [] },
    },
  ],
};
