import { click, fill, press, read, type } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const vaadin: Widget = {
  name: 'vaadin',
  packages: [
    '@vaadin/combo-box',
    '@vaadin/date-picker',
    '@vaadin/grid',
    '@vaadin/menu-bar',
    '@vaadin/select',
    '@vaadin/text-field',
  ],
  html: `<vaadin-text-field label="Name" id="name"></vaadin-text-field>
    <vaadin-combo-box label="Country" id="country"></vaadin-combo-box>
    <vaadin-date-picker label="Date" id="date" value="2026-03-10"></vaadin-date-picker>
    <vaadin-select label="Size" id="size"></vaadin-select>
    <vaadin-menu-bar></vaadin-menu-bar>
    <vaadin-grid style="height: 250px"><vaadin-grid-filter-column path="city"></vaadin-grid-filter-column><vaadin-grid-sort-column path="people"></vaadin-grid-sort-column></vaadin-grid>
    <output id="said"></output>`,
  script: `import '@vaadin/combo-box';
    import '@vaadin/date-picker';
    import '@vaadin/grid/all-imports.js';
    import '@vaadin/menu-bar';
    import '@vaadin/select';
    import '@vaadin/text-field';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    field('country').items = ['Austria', 'Georgia', 'Norway', 'South Georgia'];
    field('size').items = [{ label: 'Small', value: 's' }, { label: 'Large', value: 'l' }];
    for (const id of ['name', 'country', 'date', 'size']) field(id).addEventListener('value-changed', () => say([field('name').value, field('country').value, field('date').value, field('size').value].join(' ')));
    const menu = document.querySelector('vaadin-menu-bar');
    menu.items = [{ text: 'View' }, { text: 'Share', children: [{ text: 'By mail' }, { text: 'By link' }] }];
    menu.addEventListener('item-selected', ({ detail }) => say(detail.value.text));
    const cities = ['Athens', 'Berlin', 'Cairo', 'Dublin', 'Vienna'];
    document.querySelector('vaadin-grid').items = Array.from({ length: 300 }, (_, index) => ({ city: cities[index % 5] + ' ' + index, people: (index * 37) % 1009 }));`,
  cases: [
    {
      name: 'fills in a name and chooses a size',
      errand: [
        fill('get_by_label("Name")', 'Ada'),
        click('locator("#size")'),
        click('get_by_role("option", name="Large")'),
      ],
      async playwright(page) {
        await page.getByLabel('Name').fill('Ada');
        await page.locator('#size').click();
        await page.getByRole('option', { name: 'Large' }).click();
      },
      shows: { read: textOf('#said'), is: 'Ada  2026-03-10 l' },
    },
    {
      name: 'filters a combo box and clicks the match',
      errand: [
        type('get_by_role("combobox", name="Country")', 'Geo'),
        click('get_by_role("option", name="Georgia", exact=True)'),
        read('get_by_role("combobox", name="Country")', 'country'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Country' }).pressSequentially('Geo');
        await page.getByRole('option', { name: 'Georgia', exact: true }).click();
        return { country: await page.getByRole('combobox', { name: 'Country' }).inputValue() };
      },
      output: { country: 'Georgia' },
    },
    {
      name: 'types a date over the old one',
      errand: [
        fill('get_by_role("combobox", name="Date")', '12/24/2026', { press_enter: true }),
        press('tab'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'Date' }).fill('12/24/2026');
        await page.getByRole('combobox', { name: 'Date' }).press('Enter');
        await page.keyboard.press('Tab');
      },
      shows: { read: `document.getElementById('date').value`, is: '2026-12-24' },
    },
    {
      name: 'chooses in a submenu',
      errand: [
        click('get_by_role("menuitem", name="Share")'),
        click('get_by_role("menuitem", name="By link")'),
      ],
      async playwright(page) {
        await page.getByRole('menuitem', { name: 'Share' }).click();
        await page.getByRole('menuitem', { name: 'By link' }).click();
      },
      shows: { read: textOf('#said'), is: 'By link' },
    },
    {
      name: 'filters the grid and reads the first row',
      errand: [
        fill('locator("vaadin-grid-filter input")', 'Vienna 204'),
        read('locator("vaadin-grid-cell-content").filter(has_text="Vienna").first', 'city'),
      ],
      async playwright(page) {
        await page.locator('vaadin-grid-filter input').fill('Vienna 204');
        const cells = page.locator('vaadin-grid-cell-content').filter({ hasText: 'Vienna' });
        await page.getByText('Vienna 204').waitFor();
        return { city: await cells.first().innerText() };
      },
      output: { city: 'Vienna 204' },
    },
  ],
};
