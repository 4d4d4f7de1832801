import { fill, type } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const cleave: Widget = {
  name: 'cleave',
  packages: ['cleave.js'],
  html: `<label>Card <input id="card"></label> <label>Date <input id="date"></label>`,
  script: `import Cleave from 'cleave.js';
    new Cleave('#card', { creditCard: true });
    new Cleave('#date', { date: true, datePattern: ['Y', 'm', 'd'], delimiter: '-' });`,
  cases: [
    {
      name: 'fills in a card number',
      errand: [fill('get_by_label("Card")', '4111111111111111')],
      playwright: (page) => page.getByLabel('Card').fill('4111111111111111'),
      shows: { read: valueOf('#card'), is: '4111 1111 1111 1111' },
    },
    {
      name: 'types a date',
      errand: [type('get_by_label("Date")', '20261224')],
      playwright: (page) => page.getByLabel('Date').pressSequentially('20261224'),
      shows: { read: valueOf('#date'), is: '2026-12-24' },
    },
  ],
};
