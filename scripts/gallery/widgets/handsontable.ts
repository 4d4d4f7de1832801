import { click, doubleClick, press, rightClick } from '../steps.ts';
import type { Widget } from '../widget.ts';

const keys = (text: string): object => ({
  type: 'action_node',
  interaction_action: { input_text: { fill_or_type: 'key_press', input_text: text } },
});

export const handsontable: Widget = {
  name: 'handsontable',
  packages: ['handsontable'],
  html: `<div id="table"></div>`,
  script: `import Handsontable from 'handsontable';
    window.table = new Handsontable(document.querySelector('#table'), { data: [['Oslo', 700], ['Vienna', 2000], ['Bern', 140]], colHeaders: ['City', 'People'], contextMenu: true, width: 500, height: 250, licenseKey: 'non-commercial-and-evaluation' });`,
  cases: [
    {
      name: 'types over a cell',
      errand: [click('get_by_role("gridcell", name="Vienna")'), keys('Graz'), press('enter')],
      async playwright(page) {
        await page.getByRole('gridcell', { name: 'Vienna' }).click();
        await page.keyboard.type('Graz');
        await page.keyboard.press('Enter');
      },
      shows: { read: 'table.getDataAtCell(1, 0)', is: 'Graz' },
    },
    {
      name: 'edits a cell after a double click',
      errand: [doubleClick('get_by_role("gridcell", name="Bern")'), keys('e'), press('enter')],
      async playwright(page) {
        await page.getByRole('gridcell', { name: 'Bern' }).dblclick();
        await page.keyboard.type('e');
        await page.keyboard.press('Enter');
      },
      shows: { read: 'table.getDataAtCell(2, 0)', is: 'Berne' },
    },
    {
      name: 'removes a row through the context menu',
      errand: [
        rightClick('get_by_role("gridcell", name="Oslo")'),
        click('get_by_role("menuitem", name="Remove row")'),
      ],
      async playwright(page) {
        await page.getByRole('gridcell', { name: 'Oslo' }).click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Remove row' }).click();
      },
      shows: { read: 'table.getDataAtCol(0)', is: ['Vienna', 'Bern'] },
    },
  ],
};
