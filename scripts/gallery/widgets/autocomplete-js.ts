import { click, fill, press, type } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const autocompleteJs: Widget = {
  name: 'autocomplete-js',
  packages: ['@tarekraafat/autocomplete.js'],
  html: `<label>Country <input id="autoComplete" autocomplete="off"></label>`,
  script: `import autoComplete from '@tarekraafat/autocomplete.js';
    import '@tarekraafat/autocomplete.js/dist/css/autoComplete.css';
    new autoComplete({ debounce: 300, data: { src: () => fetch('../api/countries?delay=200').then((answer) => answer.json()) },
      events: { input: { selection: (event) => { event.target.value = event.detail.selection.value; } } } });`,
  cases: [
    {
      name: 'types, and clicks a suggestion that comes from a server',
      errand: [
        type('get_by_label("Country")', 'icel'),
        click('get_by_role("option", name="Iceland")'),
      ],
      async playwright(page) {
        await page.getByLabel('Country').pressSequentially('icel');
        await page.getByRole('option', { name: 'Iceland' }).click();
      },
      shows: { read: valueOf('input'), is: 'Iceland' },
    },
    {
      name: 'takes the second suggestion with the keyboard',
      errand: [
        fill('get_by_label("Country")', 'aus'),
        press('down'),
        press('down'),
        press('enter'),
      ],
      async playwright(page) {
        await page.getByLabel('Country').fill('aus');
        await page.getByRole('option').first().waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      },
      shows: { read: valueOf('input'), is: 'Austria' },
    },
  ],
};
