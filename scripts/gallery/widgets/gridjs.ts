import { click, fill, read } from '../steps.ts';
import type { Widget } from '../widget.ts';

export const gridjs: Widget = {
  name: 'gridjs',
  packages: ['gridjs'],
  html: `<div id="pages"></div><div id="grid"></div>`,
  script: `import { Grid } from 'gridjs';
    import 'gridjs/dist/theme/mermaid.css';
    const data = Array.from({ length: 120 }, (_, index) => ['HS-' + (100 + index), (index * 37) % 101]);
    const columns = ['Number', 'Total'];
    new Grid({ columns, data, search: { debounceTimeout: 500 }, sort: true }).render(document.querySelector('#grid'));
    new Grid({ columns, data, pagination: { limit: 10 } }).render(document.querySelector('#pages'));`,
  cases: [
    {
      name: 'searches with a pause and reads the first row',
      errand: [
        fill('get_by_placeholder("Type a keyword...")', 'HS-177'),
        read('locator("#grid tbody tr").first.locator("td").first', 'number'),
      ],
      async playwright(page) {
        await page.getByPlaceholder('Type a keyword...').fill('HS-177');
        const cell = page.locator('#grid tbody tr').first().locator('td').first();
        await cell.filter({ hasText: 'HS-177' }).waitFor();
        return { number: await cell.innerText() };
      },
      output: { number: 'HS-177' },
    },
    {
      name: 'sorts by a column and reads the lowest',
      errand: [
        click('get_by_role("button", name="Sort column ascending").nth(1)'),
        read('locator("#grid tbody tr").first.locator("td").nth(1)', 'total', 'int'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Sort column ascending' }).nth(1).click();
        const cell = page.locator('#grid tbody tr').first().locator('td').nth(1);
        return { total: Number(await cell.innerText()) };
      },
      output: { total: 0 },
    },
    {
      name: 'goes to the next page and reads the first row',
      errand: [
        click('get_by_role("button", name="Next")'),
        read('locator("#pages tbody tr").first.locator("td").first', 'number'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Next' }).click();
        const cell = page.locator('#pages tbody tr').first().locator('td').first();
        await cell.filter({ hasText: 'HS-110' }).waitFor();
        return { number: await cell.innerText() };
      },
      output: { number: 'HS-110' },
    },
  ],
};
