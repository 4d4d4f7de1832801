import { click, fill, press, read } from '../steps.ts';
import { textsOf, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const tomSelect: Widget = {
  name: 'tom-select',
  packages: ['tom-select'],
  html: `<label for="country-ts-control">Country</label>
    <select id="country"><option value="">Choose...</option><option value="at">Austria</option>
      <option value="au">Australia</option><option value="ge">Georgia</option><option value="gs">South Georgia</option></select>
    <label for="tags-ts-control">Tags</label>
    <select id="tags" multiple><option value="red">Red</option><option value="green">Green</option><option value="blue">Blue</option></select>
    <label for="remote-ts-control">Remote country</label><select id="remote"></select>`,
  script: `import TomSelect from 'tom-select';
    import 'tom-select/dist/css/tom-select.css';
    new TomSelect('#country');
    new TomSelect('#tags', { plugins: ['remove_button'] });
    new TomSelect('#remote', { valueField: 'name', labelField: 'name', searchField: 'name', loadThrottle: 300,
      load: (text, done) => fetch('../api/countries?delay=300&q=' + text).then((answer) => answer.json())
        .then((names) => done(names.map((name) => ({ name })))) });`,
  cases: [
    {
      name: 'searches for an option and clicks it',
      errand: [
        fill('locator("#country-ts-control")', 'Geor'),
        click('locator(".ts-dropdown").get_by_role("option", name="Georgia", exact=True)'),
      ],
      async playwright(page) {
        await page.locator('#country-ts-control').fill('Geor');
        const list = page.locator('.ts-dropdown');
        await list.getByRole('option', { name: 'Georgia', exact: true }).click();
      },
      shows: { read: valueOf('#country'), is: 'ge' },
    },
    {
      name: 'opens the list, clicks an option and reads the chosen label',
      errand: [
        click('locator("#country-ts-control")'),
        click('locator(".ts-dropdown").get_by_role("option", name="Austria")'),
        read('locator("#country + .ts-wrapper .item")', 'country'),
      ],
      async playwright(page) {
        await page.locator('#country-ts-control').click();
        await page.locator('.ts-dropdown').getByRole('option', { name: 'Austria' }).click();
        return { country: await page.locator('#country + .ts-wrapper .item').innerText() };
      },
      shows: { read: valueOf('#country'), is: 'at' },
      output: { country: 'Austria' },
    },
    {
      name: 'chooses two tags and removes the first',
      errand: [
        click('locator("#tags-ts-control")'),
        click('locator(".ts-dropdown").get_by_role("option", name="Red")'),
        click('locator(".ts-dropdown").get_by_role("option", name="Blue")'),
        press('escape'),
        click('locator(".item[data-value=red] .remove")'),
      ],
      async playwright(page) {
        const list = page.locator('.ts-dropdown');
        await page.locator('#tags-ts-control').click();
        await list.getByRole('option', { name: 'Red' }).click();
        await list.getByRole('option', { name: 'Blue' }).click();
        await page.keyboard.press('Escape');
        await page.locator('.item[data-value=red] .remove').click();
      },
      shows: { read: textsOf('#tags option:checked'), is: ['Blue'] },
    },
    {
      name: 'takes what a server found, with a throttled search',
      errand: [
        fill('locator("#remote-ts-control")', 'aus'),
        press('down'),
        press('enter'),
        read('locator("#remote")', 'country'),
      ],
      async playwright(page) {
        await page.locator('#remote-ts-control').fill('aus');
        const list = page.locator('#remote-ts-dropdown');
        await list.getByRole('option', { name: 'Austria' }).waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        return { country: await page.locator('#remote').inputValue() };
      },
      output: { country: 'Australia' },
    },
  ],
};
