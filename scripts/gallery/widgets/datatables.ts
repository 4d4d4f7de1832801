import { click, fill, read, select } from '../steps.ts';
import { textOf, textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

const FIRST = 'locator("tbody tr").first.locator("td").first';

export const datatables: Widget = {
  name: 'datatables',
  packages: ['jquery', 'datatables.net'],
  html: `<h1>Orders</h1><table id="orders" style="width: 100%"><thead><tr><th>Number</th><th>City</th><th>Total</th></tr></thead></table>`,
  script: `import DataTable from 'datatables.net';
    const cities = ['Athens', 'Berlin', 'Cairo', 'Dublin', 'Vienna'];
    const rows = Array.from({ length: 57 }, (_, index) => ['HS-' + (100 + index), cities[(index * 7) % 5], (index * 37) % 101]);
    new DataTable('#orders', { data: rows, searchDelay: 300 });`,
  cases: [
    {
      name: 'searches with a delay and reads the first row',
      errand: [fill('get_by_role("searchbox")', 'HS-142'), read(FIRST, 'number')],
      async playwright(page) {
        await page.getByRole('searchbox').fill('HS-142');
        await page.getByText('Showing 1 to 1 of 1').waitFor();
        return { number: await page.locator('tbody tr').first().locator('td').first().innerText() };
      },
      output: { number: 'HS-142' },
    },
    {
      name: 'goes to the next page and reads the first row',
      errand: [click('get_by_label("Next")'), read(FIRST, 'number')],
      async playwright(page) {
        await page.getByLabel('Next').click();
        return { number: await page.locator('tbody tr').first().locator('td').first().innerText() };
      },
      output: { number: 'HS-110' },
    },
    {
      name: 'sorts by a column, twice, and reads the highest',
      errand: [
        click('get_by_role("columnheader", name="Total")'),
        click('get_by_role("columnheader", name="Total")'),
        read('locator("tbody tr").first.locator("td").nth(2)', 'total', 'int'),
      ],
      async playwright(page) {
        await page.getByRole('columnheader', { name: 'Total' }).click();
        await page.getByRole('columnheader', { name: 'Total' }).click();
        await page.locator('th[aria-sort=descending]').waitFor();
        const cell = page.locator('tbody tr').first().locator('td').nth(2);
        return { total: Number(await cell.innerText()) };
      },
      output: { total: 100 },
    },
    {
      name: 'shows 25 rows',
      errand: [select('get_by_label("entries per page")', '25')],
      async playwright(page) {
        await page.getByLabel('entries per page').selectOption('25');
      },
      shows: { read: `${textsOf('tbody tr')}.length`, is: 25 },
    },
    {
      name: 'reads the sum line after a search that finds nothing',
      errand: [fill('get_by_role("searchbox")', 'nowhere'), read('locator(".dt-info")', 'line')],
      async playwright(page) {
        await page.getByRole('searchbox').fill('nowhere');
        await page.getByText('No matching records').waitFor();
        return { line: await page.locator('.dt-info').innerText() };
      },
      shows: { read: textOf('tbody'), is: 'No matching records found' },
      output: { line: 'Showing 0 to 0 of 0 entries (filtered from 57 total entries)' },
    },
  ],
};
