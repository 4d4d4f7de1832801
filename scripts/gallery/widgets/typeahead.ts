import { click, press, type } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const typeahead: Widget = {
  name: 'typeahead',
  packages: ['jquery', 'typeahead.js'],
  html: `<input id="search" placeholder="Search"><output id="said"></output>`,
  script: `import $ from 'jquery-on-window';
    import 'typeahead.js/dist/typeahead.jquery.js';
    $('#search').typeahead({ minLength: 2 }, { async: true, limit: 10, source: (text, now, later) =>
      setTimeout(() => fetch('../api/countries?delay=150&q=' + text).then((answer) => answer.json()).then(later), 250) })
      .on('typeahead:select', (event, name) => $('#said').text(name));`,
  cases: [
    {
      name: 'clicks a suggestion',
      errand: [
        type('get_by_placeholder("Search")', 'nor'),
        click('locator(".tt-suggestion", has_text="Norway")'),
      ],
      async playwright(page) {
        await page.getByPlaceholder('Search').pressSequentially('nor');
        await page.locator('.tt-suggestion', { hasText: 'Norway' }).click();
      },
      shows: { read: textOf('#said'), is: 'Norway' },
    },
    {
      name: 'takes a suggestion with the keyboard',
      errand: [type('get_by_placeholder("Search")', 'ger'), press('down'), press('enter')],
      async playwright(page) {
        await page.getByPlaceholder('Search').pressSequentially('ger');
        await page.locator('.tt-suggestion').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
      },
      shows: { read: textOf('#said'), is: 'Germany' },
    },
  ],
};
