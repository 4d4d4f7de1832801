import { fill, type } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const imask: Widget = {
  name: 'imask',
  packages: ['imask'],
  html: `<label>Phone <input id="phone"></label> <label>Amount <input id="amount"></label>`,
  script: `import IMask from 'imask';
    IMask(document.querySelector('#phone'), { mask: '+{43}(000)000-00-00' });
    IMask(document.querySelector('#amount'), { mask: Number, thousandsSeparator: ',', radix: '.', scale: 2 });`,
  cases: [
    {
      name: 'fills in a phone number that is masked',
      errand: [fill('get_by_label("Phone")', '6641234567')],
      playwright: (page) => page.getByLabel('Phone').fill('6641234567'),
      shows: { read: valueOf('#phone'), is: '+43(664)123-45-67' },
    },
    {
      name: 'types a phone number key by key',
      errand: [type('get_by_label("Phone")', '6641234567')],
      playwright: (page) => page.getByLabel('Phone').pressSequentially('6641234567'),
      shows: { read: valueOf('#phone'), is: '+43(664)123-45-67' },
    },
    {
      name: 'fills in an amount, which gets separators',
      errand: [fill('get_by_label("Amount")', '1234567.5')],
      playwright: (page) => page.getByLabel('Amount').fill('1234567.5'),
      shows: { read: valueOf('#amount'), is: '1,234,567.5' },
    },
  ],
};
