import { click, select } from '../steps.ts';
import { isVisible, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const pikaday: Widget = {
  name: 'pikaday',
  packages: ['pikaday'],
  html: `<label>Date <input id="date"></label>`,
  script: `import Pikaday from 'pikaday';
    import 'pikaday/css/pikaday.css';
    new Pikaday({ field: document.querySelector('#date'), defaultDate: new Date(2026, 2, 10), setDefaultDate: true, yearRange: [2020, 2030] });`,
  cases: [
    {
      name: 'picks a day',
      errand: [click('get_by_label("Date")'), click('get_by_role("button", name="18")')],
      async playwright(page) {
        await page.getByLabel('Date').click();
        await page.getByRole('button', { name: '18' }).click();
      },
      shows: { read: valueOf('#date'), is: 'Wed Mar 18 2026' },
    },
    {
      name: 'selects month and year in transparent lists, then a day',
      errand: [
        click('get_by_label("Date")'),
        select('locator(".pika-select-month")', 'July'),
        select('locator(".pika-select-year")', '2028'),
        click('get_by_role("button", name="30")'),
      ],
      async playwright(page) {
        await page.getByLabel('Date').click();
        await page.locator('.pika-select-month').selectOption('July');
        await page.locator('.pika-select-year').selectOption('2028');
        await page.getByRole('button', { name: '30' }).click();
      },
      shows: {
        read: `[${valueOf('#date')}, ${isVisible('.pika-single')}]`,
        is: ['Sun Jul 30 2028', false],
      },
    },
  ],
};
