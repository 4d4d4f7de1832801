import { click, fill, read, type } from '../steps.ts';
import { textsOf, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const select2: Widget = {
  name: 'select2',
  packages: ['jquery', 'select2'],
  html: `<select id="country" style="width: 300px"><option></option><option value="ge">Georgia</option><option value="gs">South Georgia</option><option value="de">Germany</option></select>
    <select id="colours" multiple style="width: 300px"><option>Red</option><option>Green</option><option>Blue</option></select>
    <select id="tags" multiple style="width: 300px"></select>`,
  script: `import $ from 'jquery-on-window';
    import select2 from 'select2';
    import 'select2/dist/css/select2.css';
    if (!$.fn.select2) select2(window, $);
    $('#country').select2({ placeholder: 'A country' });
    $('#colours').select2();
    $('#tags').select2({ tags: true, tokenSeparators: [','] });`,
  cases: [
    {
      name: 'searches for a country and clicks it',
      errand: [
        click('locator("#country + .select2")'),
        fill('get_by_role("searchbox").last', 'geo'),
        click('get_by_role("option", name="Georgia", exact=True)'),
        read('locator("#select2-country-container")', 'country'),
      ],
      async playwright(page) {
        await page.locator('#country + .select2').click();
        await page.getByRole('searchbox').last().fill('geo');
        await page
          .locator('.select2-results')
          .getByRole('option', { name: 'Georgia', exact: true })
          .click();
        return { country: await page.locator('#select2-country-container').innerText() };
      },
      shows: { read: valueOf('#country'), is: 'ge' },
      output: { country: 'Georgia' },
    },
    {
      name: 'chooses two colours and removes one',
      errand: [
        click('locator("#colours + .select2")'),
        click('locator(".select2-results").get_by_text("Red")'),
        click('locator("#colours + .select2")'),
        click('locator(".select2-results").get_by_text("Blue")'),
        click('get_by_role("listitem", name="Red").get_by_role("button")'),
      ],
      async playwright(page) {
        await page.locator('#colours + .select2').click();
        await page.locator('.select2-results').getByText('Red').click();
        await page.locator('#colours + .select2').click();
        await page.locator('.select2-results').getByText('Blue').click();
        await page.getByRole('listitem', { name: 'Red' }).getByRole('button').click();
      },
      shows: { read: textsOf('#colours option:checked'), is: ['Blue'] },
    },
    {
      name: 'turns what is typed into tags',
      errand: [
        click('locator("#tags + .select2")'),
        type('locator("#tags + .select2 .select2-search__field")', 'tall,wide,'),
      ],
      async playwright(page) {
        await page.locator('#tags + .select2').click();
        const field = page.locator('#tags + .select2 .select2-search__field');
        await field.pressSequentially('tall,wide,');
      },
      shows: { read: textsOf('#tags option:checked'), is: ['tall', 'wide'] },
    },
  ],
};
