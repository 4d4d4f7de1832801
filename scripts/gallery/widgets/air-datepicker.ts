import { click } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const airDatepicker: Widget = {
  name: 'air-datepicker',
  packages: ['air-datepicker'],
  html: `<label>Date <input id="date" readonly></label>`,
  script: `import AirDatepicker from 'air-datepicker';
    import en from 'air-datepicker/locale/en';
    import 'air-datepicker/air-datepicker.css';
    new AirDatepicker('#date', { locale: en.default ?? en, dateFormat: 'yyyy-MM-dd', startDate: new Date(2026, 2, 10), autoClose: true });`,
  cases: [
    {
      name: 'picks a day of this month',
      errand: [
        click('get_by_label("Date")'),
        click(
          'locator(".air-datepicker-cell.-day-:not(.-other-month-)").get_by_text("21", exact=True)',
        ),
      ],
      async playwright(page) {
        await page.getByLabel('Date').click();
        const days = page.locator('.air-datepicker-cell.-day-:not(.-other-month-)');
        await days.getByText('21', { exact: true }).click();
      },
      shows: { read: valueOf('#date'), is: '2026-03-21' },
    },
    {
      name: 'picks year, month and day',
      errand: [
        click('get_by_label("Date")'),
        click('locator(".air-datepicker-nav--title")'),
        click('locator(".air-datepicker-nav--action").last'),
        click('locator(".air-datepicker-cell.-month-", has_text="May")'),
        click(
          'locator(".air-datepicker-cell.-day-:not(.-other-month-)").get_by_text("5", exact=True)',
        ),
      ],
      async playwright(page) {
        await page.getByLabel('Date').click();
        await page.locator('.air-datepicker-nav--title').click();
        await page.locator('.air-datepicker-nav--action').last().click();
        await page.locator('.air-datepicker-cell.-month-', { hasText: 'May' }).click();
        const days = page.locator('.air-datepicker-cell.-day-:not(.-other-month-)');
        await days.getByText('5', { exact: true }).click();
      },
      shows: { read: valueOf('#date'), is: '2027-05-05' },
    },
  ],
};
