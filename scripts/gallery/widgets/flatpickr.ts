import { click, fill, press, read } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const flatpickr: Widget = {
  name: 'flatpickr',
  packages: ['flatpickr'],
  html: `<label>Day <input id="day"></label> <label>Stay <input id="stay" size="30"></label> <label>When <input id="when"></label>`,
  script: `import flatpickr from 'flatpickr';
    import 'flatpickr/dist/flatpickr.css';
    flatpickr('#day', { defaultDate: '2026-03-10', allowInput: true });
    flatpickr('#stay', { mode: 'range', defaultDate: ['2026-03-02', '2026-03-04'] });
    flatpickr('#when', { enableTime: true, time_24hr: true, defaultDate: '2026-03-10 09:00' });`,
  cases: [
    {
      name: 'picks a day of the next month',
      errand: [
        click('get_by_label("Day")'),
        click('locator(".flatpickr-calendar.open .flatpickr-next-month")'),
        click('locator(".flatpickr-calendar.open").get_by_label("April 17, 2026")'),
        read('get_by_label("Day")', 'day'),
      ],
      async playwright(page) {
        await page.getByLabel('Day').click();
        const calendar = page.locator('.flatpickr-calendar.open');
        await calendar.locator('.flatpickr-next-month').click();
        await calendar.getByLabel('April 17, 2026').click();
        return { day: await page.getByLabel('Day').inputValue() };
      },
      output: { day: '2026-04-17' },
    },
    {
      name: 'picks the two ends of a stay',
      errand: [
        click('get_by_label("Stay")'),
        click('locator(".flatpickr-calendar.open").get_by_label("March 9, 2026")'),
        click('locator(".flatpickr-calendar.open").get_by_label("March 13, 2026")'),
      ],
      async playwright(page) {
        await page.getByLabel('Stay').click();
        const calendar = page.locator('.flatpickr-calendar.open');
        await calendar.getByLabel('March 9, 2026').click();
        await calendar.getByLabel('March 13, 2026').click();
      },
      shows: { read: valueOf('#stay'), is: '2026-03-09 to 2026-03-13' },
    },
    {
      name: 'sets the time of day',
      errand: [
        click('get_by_label("When")'),
        fill('locator(".flatpickr-calendar.open").get_by_label("Hour")', '14'),
        fill('locator(".flatpickr-calendar.open").get_by_label("Minute")', '30'),
        press('enter'),
      ],
      async playwright(page) {
        await page.getByLabel('When').click();
        const calendar = page.locator('.flatpickr-calendar.open');
        await calendar.getByLabel('Hour').fill('14');
        await calendar.getByLabel('Minute').fill('30');
        await page.keyboard.press('Enter');
      },
      shows: { read: valueOf('#when'), is: '2026-03-10 14:30' },
    },
    {
      name: 'types a day over the old one',
      errand: [
        click('get_by_label("Day")'),
        press(['ctrl', 'a']),
        fill('get_by_label("Day")', '2026-12-24', {
          fill_or_type: 'type',
          click_before_input: false,
        }),
        press('enter'),
      ],
      async playwright(page) {
        await page.getByLabel('Day').click();
        await page.keyboard.press('Control+A');
        await page.getByLabel('Day').pressSequentially('2026-12-24');
        await page.keyboard.press('Enter');
      },
      shows: { read: valueOf('#day'), is: '2026-12-24' },
    },
  ],
};
