import { fill, press, type } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const inputmask: Widget = {
  name: 'inputmask',
  packages: ['inputmask'],
  html: `<label>Date <input id="date"></label> <label>Card <input id="card"></label>`,
  script: `import Inputmask from 'inputmask';
    Inputmask('99/99/9999').mask('#date');
    Inputmask('9999 9999 9999 9999').mask('#card');`,
  cases: [
    {
      name: 'types a date key by key',
      errand: [type('get_by_label("Date")', '24122026')],
      playwright: (page) => page.getByLabel('Date').pressSequentially('24122026'),
      shows: { read: valueOf('#date'), is: '24/12/2026' },
    },
    {
      name: 'fills in a card number without spaces',
      errand: [fill('get_by_label("Card")', '4111111111111111'), press('tab')],
      async playwright(page) {
        await page.getByLabel('Card').fill('4111111111111111');
        await page.keyboard.press('Tab');
      },
      shows: { read: valueOf('#card'), is: '4111 1111 1111 1111' },
    },
  ],
};
