import { fill, type } from '../../gallery/steps.ts';
import { FILL, type Behaviour } from '../behaviour.ts';

const FIRST_CELL = 'tbody tr:first-child td:first-child';
const ROWS = `const numbers = Array.from({ length: 120 }, (_, index) => 'HS-' + (100 + index));`;

/** Tables with filters, and fields with suggestions. */
export const searches: readonly Behaviour[] = [
  {
    name: 'tabulator-header-filter',
    packages: ['tabulator-tables'],
    html: '<div id="table" style="width: 500px"></div>',
    script: `import { TabulatorFull } from 'tabulator-tables';
      import 'tabulator-tables/dist/css/tabulator.css';
      ${ROWS}
      new TabulatorFull('#table', { data: numbers.map((number, id) => ({ id, number })), height: 300, layout: 'fitColumns', headerFilterLiveFilterDelay: delay,
        columns: [{ title: 'Number', field: 'number', headerFilter: true }] });`,
    // Types with key events, because Tabulator filters immediately on a change event.
    act: type('get_by_role("columnheader", name="Number").get_by_role("searchbox")', 'HS-142'),
    shows: '.tabulator-row .tabulator-cell',
    before: 'HS-100',
    after: 'HS-142',
  },
  {
    name: 'ag-grid-quick-filter',
    packages: ['ag-grid-community', 'lodash.debounce'],
    html: '<input id="quick" placeholder="Filter..."><div id="grid" style="height: 400px; width: 500px"></div>',
    script: `import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
      import debounce from 'lodash.debounce';
      ModuleRegistry.registerModules([AllCommunityModule]);
      ${ROWS}
      const grid = createGrid(document.getElementById('grid'), { rowData: numbers.map((number) => ({ number })), columnDefs: [{ field: 'number' }] });
      const filter = debounce((text) => grid.setGridOption('quickFilterText', text), delay);
      document.getElementById('quick').oninput = ({ target }) => filter(target.value);`,
    act: fill('get_by_placeholder("Filter...")', 'HS-142'),
    shows: `.ag-row[row-index='0'] [col-id=number]`,
    before: 'HS-100',
    after: 'HS-142',
  },
  {
    name: 'ag-grid-floating-filter',
    packages: ['ag-grid-community'],
    html: '<div id="grid" style="height: 400px; width: 500px"></div>',
    script: `import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';
      ModuleRegistry.registerModules([AllCommunityModule]);
      ${ROWS}
      createGrid(document.getElementById('grid'), { rowData: numbers.map((number) => ({ number })),
        columnDefs: [{ field: 'number', filter: 'agTextColumnFilter', floatingFilter: true, filterParams: { debounceMs: delay } }] });`,
    act: fill('get_by_role("textbox", name="Number Filter Input")', 'HS-142'),
    shows: `.ag-row[row-index='0'] [col-id=number]`,
    before: 'HS-100',
    after: 'HS-142',
  },
  {
    name: 'datatables-search',
    packages: ['datatables.net', 'jquery'],
    html: '<table id="orders"><thead><tr><th>Number</th><th>Place</th></tr></thead></table>',
    script: `import DataTable from 'datatables.net';
      ${ROWS}
      new DataTable('#orders', { data: numbers.map((number, place) => [number, place]), searchDelay: delay });`,
    act: fill('get_by_role("searchbox")', 'HS-142'),
    shows: FIRST_CELL,
    before: 'HS-100',
    after: 'HS-142',
  },
  {
    name: 'gridjs-search',
    packages: ['gridjs'],
    html: '<div id="grid"></div>',
    script: `import { Grid } from 'gridjs';
      new Grid({ columns: ['City'], server: { url: api('cities', 20), then: (found) => found.map(({ text }) => [text]) },
        search: { debounceTimeout: delay, server: { url: (url, term) => url + '&term=' + term } } }).render(document.getElementById('grid'));`,
    act: fill('get_by_placeholder("Type a keyword...")', 'Ber'),
    shows: FIRST_CELL,
    before: 'Athens',
    after: 'Berlin',
  },
  {
    name: 'jquery-ui-autocomplete',
    packages: ['jquery', 'jquery-ui'],
    script: `import $ from 'jquery-on-window';
      import 'jquery-ui/dist/jquery-ui.js';
      $(field).autocomplete({ delay, source: ({ term }, answer) => answer([term, 'more']), response: (event, { content }) => put(content[0].value) });`,
    act: FILL,
  },
  {
    name: 'tom-select-load',
    packages: ['tom-select'],
    html: `<select id="city" placeholder="A city"></select><p id="out">old</p>`,
    script: `import TomSelect from 'tom-select';
      import 'tom-select/dist/css/tom-select.css';
      new TomSelect('#city', { valueField: 'text', labelField: 'text', searchField: 'text', loadThrottle: delay,
        load: async (query, done) => { const found = await (await fetch(api('cities', 20) + '&term=' + query)).json(); done(found); put(found[0].text); } });`,
    act: fill('locator("#city-ts-control")', 'Ber'),
    after: 'Berlin',
  },
];
