import { click, fill, press, read, type } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const tabulator: Widget = {
  name: 'tabulator',
  packages: ['tabulator-tables'],
  html: `<div id="table" style="width: 700px"></div><output id="said"></output>`,
  script: `import { TabulatorFull } from 'tabulator-tables';
    import 'tabulator-tables/dist/css/tabulator.css';
    const cities = ['Athens', 'Berlin', 'Cairo', 'Dublin', 'Vienna'];
    const data = Array.from({ length: 200 }, (_, id) => ({ id, number: 'HS-' + (100 + id), city: cities[(id * 7) % 5], total: (id * 37) % 101 }));
    const table = new TabulatorFull('#table', { data, height: 350, layout: 'fitColumns', pagination: true, paginationSize: 10,
      columns: [{ title: 'Number', field: 'number', headerFilter: true }, { title: 'City', field: 'city', editor: 'input' }, { title: 'Total', field: 'total', sorter: 'number' }] });
    table.on('cellEdited', (cell) => { document.querySelector('#said').textContent = cell.getOldValue() + ' to ' + cell.getValue(); });`,
  cases: [
    {
      name: 'filters in a header and reads the first row',
      errand: [
        type('get_by_role("columnheader", name="Number").get_by_role("searchbox")', 'HS-242'),
        read('locator(".tabulator-row").first.locator(".tabulator-cell").first', 'number'),
      ],
      async playwright(page) {
        const header = page.getByRole('columnheader', { name: 'Number' });
        await header.getByRole('searchbox').pressSequentially('HS-242');
        const cell = page.locator('.tabulator-row').first().locator('.tabulator-cell').first();
        await cell.filter({ hasText: 'HS-242' }).waitFor();
        return { number: await cell.innerText() };
      },
      output: { number: 'HS-242' },
    },
    {
      name: 'sorts down and reads the highest total',
      errand: [
        click('get_by_role("columnheader", name="Total")'),
        click('get_by_role("columnheader", name="Total")'),
        read('locator(".tabulator-row").first.locator(".tabulator-cell").nth(2)', 'total', 'int'),
      ],
      async playwright(page) {
        await page.getByRole('columnheader', { name: 'Total' }).click();
        await page.getByRole('columnheader', { name: 'Total' }).click();
        const cell = page.locator('.tabulator-row').first().locator('.tabulator-cell').nth(2);
        await cell.filter({ hasText: '100' }).waitFor();
        return { total: Number(await cell.innerText()) };
      },
      output: { total: 100 },
    },
    {
      name: 'edits a cell and leaves it with Enter',
      errand: [
        click('locator(".tabulator-row").nth(2).locator(".tabulator-cell").nth(1)'),
        fill('locator(".tabulator-cell.tabulator-editing input")', 'Oslo'),
        press('enter'),
      ],
      async playwright(page) {
        await page.locator('.tabulator-row').nth(2).locator('.tabulator-cell').nth(1).click();
        await page.locator('.tabulator-cell.tabulator-editing input').fill('Oslo');
        await page.keyboard.press('Enter');
      },
      shows: { read: textOf('#said'), is: 'Vienna to Oslo' },
    },
    {
      name: 'goes to the last page and reads its last row',
      errand: [
        click('get_by_role("button", name="Last Page")'),
        read('locator(".tabulator-row").last.locator(".tabulator-cell").first', 'number'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Last Page' }).click();
        const cell = page.locator('.tabulator-row').last().locator('.tabulator-cell').first();
        return { number: await cell.innerText() };
      },
      output: { number: 'HS-299' },
    },
  ],
};
