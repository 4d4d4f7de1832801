import { click, fill, press } from '../steps.ts';
import { textsOf, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const chosen: Widget = {
  name: 'chosen',
  packages: ['jquery', 'chosen-js'],
  html: `<select id="fruit" style="width: 200px" data-placeholder="A fruit"><option></option><option>Apple</option><option>Banana</option><option>Cherry</option></select>
    <select id="days" multiple style="width: 300px"><option>Monday</option><option>Tuesday</option><option>Friday</option></select>`,
  script: `import $ from 'jquery-on-window';
    import 'chosen-js/chosen.css';
    import 'chosen-js';
    $('#fruit').chosen();
    $('#days').chosen();`,
  cases: [
    {
      name: 'searches for a fruit and clicks it',
      errand: [
        click('locator("#fruit_chosen")'),
        fill('locator("#fruit_chosen input")', 'ban'),
        click('locator("#fruit_chosen li", has_text="Banana")'),
      ],
      async playwright(page) {
        await page.locator('#fruit_chosen').click();
        await page.locator('#fruit_chosen input').fill('ban');
        await page.locator('#fruit_chosen li', { hasText: 'Banana' }).click();
      },
      shows: { read: valueOf('#fruit'), is: 'Banana' },
    },
    {
      name: 'chooses two days with the keyboard',
      errand: [
        click('locator("#days_chosen")'),
        press('enter'),
        click('locator("#days_chosen input")'),
        press('down'),
        press('enter'),
      ],
      async playwright(page) {
        await page.locator('#days_chosen').click();
        await page.keyboard.press('Enter');
        await page.locator('#days_chosen input').click();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      },
      shows: { read: `${textsOf('#days option:checked')}.length`, is: 2 },
    },
  ],
};
