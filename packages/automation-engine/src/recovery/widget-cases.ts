import { click, fill, type HintCase } from './hint-case.ts';

// Shortened markup of npm widgets with `intended` added, changed the way later versions, languages
// and themes change it.

/** tabulator-tables 6 */
const GRID = `<div class=tabulator role=grid><div class=tabulator-header role=rowgroup><div class=tabulator-headers role=row>
  <div class=tabulator-col role=columnheader tabulator-field="name"><div class=tabulator-col-title>Name</div><div class=tabulator-header-filter><input type=search placeholder="" intended></div></div>
  <div class=tabulator-col role=columnheader tabulator-field="age"><div class=tabulator-col-title>Age</div><div class=tabulator-header-filter><input type=search placeholder=""></div></div></div></div>
  <div class=tabulator-table role=rowgroup><div class=tabulator-row role=row><div class=tabulator-cell role=gridcell tabulator-field="name">Oli Bob</div><div class=tabulator-cell role=gridcell tabulator-field="age">12</div></div></div></div>`;

const GRID_PAGES = `<span class=tabulator-paginator>
  <button class=tabulator-page type=button role=button aria-label="First Page" title="First Page" data-page=first>First</button>
  <button class=tabulator-page type=button role=button aria-label="Prev Page" title="Prev Page" data-page=prev>Prev</button>
  <button class="tabulator-page active" type=button role=button aria-label="Show Page 1" title="Show Page 1" data-page=1>1</button>
  <button class=tabulator-page type=button role=button aria-label="Next Page" title="Next Page" data-page=next intended>Next</button>
  <button class=tabulator-page type=button role=button aria-label="Last Page" title="Last Page" data-page=last>Last</button></span>`;

/** flatpickr 4 */
const calendar = `<input placeholder="Pick a date" class="flatpickr-input active" readonly><div class="flatpickr-calendar open" tabindex=-1>
  <select class=flatpickr-monthDropdown-months aria-label="Month" tabindex=-1 intended-month><option>April<option selected>May<option>June</select>
  <input class="numInput cur-year" type=number tabindex=-1 aria-label="Year">
  <div class=dayContainer>${[8, 9, 10, 11, 12]
    .map(
      (day) =>
        `<span class=flatpickr-day aria-label="May ${day}, 2024" tabindex=-1${day === 10 ? ' intended-day' : ''}>${day}</span>`,
    )
    .join('')}</div></div>`;
const calendarDay = calendar.replace(' intended-month', '').replace('intended-day', 'intended');
const calendarMonth = calendar.replace(' intended-day', '').replace('intended-month', 'intended');

/** choices.js 11 */
const CHOICES = `<label for=c>Fruit</label><div class="choices is-open" role=combobox tabindex=0 aria-expanded=true>
  <div class=choices__inner><div class="choices__item choices__item--selectable">Apple</div></div>
  <div class="choices__list choices__list--dropdown is-active"><input type=search class=choices__input aria-label="Fruit">
  <div class=choices__list role=listbox><div id=c-item-choice-1 class=choices__item role=option aria-selected=true>Apple</div>
  <div id=c-item-choice-2 class=choices__item role=option aria-selected=false intended>Pear</div></div></div></div>`;

/** datatables.net 2 */
const SEARCH = `<select class=dt-input id=dt-length-0><option>10<option>25</select><label for=dt-length-0> entries per page</label>
  <div class=dt-search><label for=dt-search-0>Search:</label><input type=search class=dt-input id=dt-search-0 placeholder="" intended></div>
  <table class=dataTable><thead><tr><th>Name <div role=button aria-label="Name: Activate to sort" tabindex=0></div><th>Office</tr></thead><tbody><tr><td>Ashton Cox<td>London</table>`;
const paging = `<nav aria-label=pagination>${['First', 'Previous', 'Next', 'Last']
  .map(
    (name) =>
      `<button class=dt-paging-button role=link type=button aria-label="${name}"${name === 'Next' ? ' intended' : ''}>›</button>`,
  )
  .join('')}</nav>`;

/** sweetalert2 11 */
const ALERT = `<div class=swal2-container><div aria-labelledby=swal2-title class="swal2-popup swal2-modal" role=dialog aria-modal=true tabindex=-1>
  <button type=button class=swal2-close aria-label="Close this dialog">×</button><h2 id=swal2-title>Are you sure?</h2>
  <div id=swal2-html-container>You won't be able to revert this!</div><input type=file style="display:none">
  <button type=button class="swal2-confirm swal2-styled" aria-label="" intended>Yes, delete it!</button>
  <button type=button class="swal2-deny swal2-styled" style="display:none">No</button><button type=button class="swal2-cancel swal2-styled">Cancel</button></div></div>`;

/** quill 2 */
const TOOLBAR = `<div role=toolbar class="ql-toolbar ql-snow"><span class=ql-formats>
  <button type=button class=ql-bold aria-pressed=false aria-label="bold" intended></button><button type=button class=ql-italic aria-pressed=false aria-label="italic"></button>
  <button type=button class=ql-link aria-pressed=false aria-label="link"></button><button type=button class=ql-list value=ordered aria-label="list: ordered"></button>
  <button type=button class=ql-list value=bullet aria-label="list: bullet"></button></span></div><div class=ql-editor contenteditable=true><p><br></p></div>`;

/** tom-select 2 */
const SELECT = `<label for=s-ts-control id=s-ts-label>Country</label><div class="ts-wrapper single"><div class=ts-control><div data-value=at class=item>Austria</div>
  <input type=text role=combobox aria-expanded=true id=s-ts-control aria-labelledby=s-ts-label intended></div>
  <div class=ts-dropdown role=listbox aria-labelledby=s-ts-label><div class="option selected" role=option>Austria</div><div class=option role=option>Belgium</div></div></div>`;

export const widgetCases: readonly HintCase[] = [
  {
    name: 'tabulator: other words on the pager',
    step: click('get_by_role("button", name="Next Page")'),
    before: GRID_PAGES,
    after: GRID_PAGES.replaceAll('"Next Page"', '"Go to next"').replaceAll(
      '"Prev Page"',
      '"Go back"',
    ),
  },
  {
    name: 'tabulator: other attribute of columns',
    step: fill(`locator("[tabulator-field='name'] input")`),
    before: GRID,
    after: GRID.replaceAll('tabulator-field', 'data-field'),
  },
  {
    name: 'flatpickr: days in another order',
    step: click('get_by_label("May 10, 2024", exact=True)'),
    before: calendarDay,
    after: calendarDay.replaceAll(/May (\d+), 2024/g, '$1 May 2024'),
  },
  {
    name: 'flatpickr: other label of the month',
    step: {
      kind: 'select_option',
      params: { command: 'get_by_label("Month")', select_values: ['May'] },
    },
    before: calendarMonth,
    after: calendarMonth.replace('"Month"', '"Choose the mnth"'),
  },
  {
    name: 'choices: options became menu items',
    step: click('get_by_role("option", name="Pear")'),
    before: CHOICES,
    after: CHOICES.replaceAll('role=option', 'role=menuitemradio').replace('>Pear<', '>Pears<'),
  },
  {
    name: 'datatables: label became a placeholder',
    step: fill('get_by_label("Search:")'),
    before: SEARCH,
    after: SEARCH.replace('<label for=dt-search-0>Search:</label>', '').replace(
      'id=dt-search-0 placeholder=""',
      'placeholder="Search the table"',
    ),
  },
  {
    name: 'datatables: links became buttons',
    step: click('get_by_role("link", name="Next", exact=True)'),
    before: paging,
    after: paging.replaceAll(' role=link', ''),
  },
  {
    name: 'sweetalert: other words',
    step: click('get_by_role("dialog").get_by_role("button", name="Yes, delete it!")'),
    before: ALERT,
    after: ALERT.replace('Yes, delete it!', 'Remove'),
  },
  {
    name: 'quill: other classes',
    step: click('locator("button.ql-bold")'),
    before: TOOLBAR,
    after: TOOLBAR.replaceAll(/class=ql-\w+ /g, 'class=tool ').replace('"bold"', '"Bold (Ctrl+B)"'),
  },
  {
    name: 'tom-select: moved into a shadow root',
    step: fill(`locator("xpath=//input[@id='s-ts-control']")`),
    before: SELECT,
    after: `<x-select><template shadowrootmode=open>${SELECT.replaceAll('s-ts', 'country-ts')}</template></x-select>`,
  },
];
