import { click, doubleClick, fill, press, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

const FIRST = 'locator(".ag-row[row-index=\'0\'] [col-id=number]")';
const FIRST_CELL = ".ag-row[row-index='0'] [col-id=number]";

export const agGrid: Widget = {
  name: 'ag-grid',
  packages: ['ag-grid-community'],
  html: `<input id="quick" placeholder="Filter..."><div id="grid" style="height: 400px; width: 700px"></div><output id="said"></output>`,
  script: `import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
    ModuleRegistry.registerModules([AllCommunityModule]);
    const cities = ['Athens', 'Berlin', 'Cairo', 'Dublin', 'Vienna'];
    const rowData = Array.from({ length: 500 }, (_, index) => ({ number: 'HS-' + (1000 + index), city: cities[(index * 7) % 5], total: (index * 37) % 1009 }));
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const grid = createGrid(document.querySelector('#grid'), { rowData, pagination: true, paginationPageSize: 20, paginationPageSizeSelector: false, rowSelection: { mode: 'multiRow' },
      columnDefs: [{ field: 'number' }, { field: 'city', editable: true }, { field: 'total', filter: 'agNumberColumnFilter', floatingFilter: true }],
      onCellValueChanged: ({ oldValue, newValue }) => say(oldValue + ' to ' + newValue),
      onSelectionChanged: ({ api }) => say(api.getSelectedRows().map(({ number }) => number).join()) });
    document.querySelector('#quick').addEventListener('input', (event) => setTimeout(() => grid.setGridOption('quickFilterText', event.target.value), 400));`,
  cases: [
    {
      name: 'filters with a delay and reads the first row',
      errand: [fill('get_by_placeholder("Filter...")', 'HS-1234'), read(FIRST, 'number')],
      async playwright(page) {
        await page.getByPlaceholder('Filter...').fill('HS-1234');
        const cell = page.locator(FIRST_CELL).filter({ hasText: 'HS-1234' });
        return { number: await cell.innerText() };
      },
      output: { number: 'HS-1234' },
    },
    {
      name: 'filters with the field of a column and reads the first row',
      errand: [
        fill('get_by_role("spinbutton", name="Total Filter Input")', '999'),
        read('locator(".ag-row[row-index=\'0\'] [col-id=total]")', 'total', 'int'),
      ],
      async playwright(page) {
        await page.getByRole('spinbutton', { name: 'Total Filter Input' }).fill('999');
        const cell = page.locator(".ag-row[row-index='0'] [col-id=total]");
        return { total: Number(await cell.filter({ hasText: '999' }).innerText()) };
      },
      output: { total: 999 },
    },
    {
      name: 'sorts down and reads the highest total',
      errand: [
        click('get_by_role("columnheader", name="Total")'),
        click('get_by_role("columnheader", name="Total")'),
        read('locator(".ag-row[row-index=\'0\'] [col-id=total]")', 'total', 'int'),
      ],
      async playwright(page) {
        await page.getByRole('columnheader', { name: 'Total' }).click();
        await page.getByRole('columnheader', { name: 'Total' }).click();
        await page.locator('[role=columnheader][aria-sort=descending]').waitFor();
        const cell = page.locator(".ag-row[row-index='0'] [col-id=total]");
        await cell.filter({ hasText: '1007' }).waitFor();
        return { total: Number(await cell.innerText()) };
      },
      output: { total: 1007 },
    },
    {
      name: 'goes to the next page and reads its first row',
      errand: [
        click('get_by_label("Next Page")'),
        read('locator(".ag-row[row-index=\'20\'] [col-id=number]")', 'number'),
      ],
      async playwright(page) {
        await page.getByLabel('Next Page').click();
        const cell = page.locator(".ag-row[row-index='20'] [col-id=number]");
        return { number: await cell.innerText() };
      },
      output: { number: 'HS-1020' },
    },
    {
      name: 'edits a cell with a double click',
      errand: [
        doubleClick('locator(".ag-row[row-index=\'2\'] [col-id=city]")'),
        fill('get_by_label("Input Editor")', 'Oslo'),
        press('enter'),
      ],
      async playwright(page) {
        await page.locator(".ag-row[row-index='2'] [col-id=city]").dblclick();
        await page.getByLabel('Input Editor').fill('Oslo');
        await page.keyboard.press('Enter');
      },
      shows: { read: textOf('#said'), is: 'Vienna to Oslo' },
    },
    {
      name: 'selects a row with its box',
      errand: [click('locator(".ag-row[row-index=\'3\']").get_by_role("checkbox")')],
      playwright: (page) => page.locator(".ag-row[row-index='3']").getByRole('checkbox').click(),
      shows: { read: textOf('#said'), is: 'HS-1003' },
    },
  ],
};
