import { click, fill, press, type } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const ui5: Widget = {
  name: 'ui5',
  packages: ['@ui5/webcomponents'],
  html: `<ui5-input id="name" accessible-name="Name"></ui5-input>
    <ui5-select id="size" accessible-name="Size"><ui5-option value="s">Small</ui5-option><ui5-option value="l">Large</ui5-option></ui5-select>
    <ui5-combobox id="city" accessible-name="City"><ui5-cb-item text="Oslo"></ui5-cb-item><ui5-cb-item text="Vienna"></ui5-cb-item></ui5-combobox>
    <ui5-checkbox id="terms" text="I agree"></ui5-checkbox> <ui5-switch id="wifi" accessible-name="Wifi"></ui5-switch>
    <ui5-button id="save" design="Emphasized">Save</ui5-button> <ui5-button id="open">Open</ui5-button>
    <ui5-dialog header-text="Sure?"><p>It cannot be undone.</p><ui5-button slot="footer" id="yes">Yes</ui5-button></ui5-dialog>
    <ui5-date-picker id="date" accessible-name="Date" format-pattern="yyyy-MM-dd" value="2026-03-10"></ui5-date-picker>
    <output id="said"></output>`,
  script: `import '@ui5/webcomponents/dist/Assets.js';
    import '@ui5/webcomponents/dist/Button.js';
    import '@ui5/webcomponents/dist/CheckBox.js';
    import '@ui5/webcomponents/dist/ComboBox.js';
    import '@ui5/webcomponents/dist/ComboBoxItem.js';
    import '@ui5/webcomponents/dist/DatePicker.js';
    import '@ui5/webcomponents/dist/Dialog.js';
    import '@ui5/webcomponents/dist/Input.js';
    import '@ui5/webcomponents/dist/Option.js';
    import '@ui5/webcomponents/dist/Select.js';
    import '@ui5/webcomponents/dist/Switch.js';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    field('save').addEventListener('click', () => say([field('name').value, field('size').value, field('city').value, field('terms').checked, field('wifi').checked, field('date').value].join(' ')));
    field('open').addEventListener('click', () => { document.querySelector('ui5-dialog').open = true; });
    field('yes').addEventListener('click', () => { say('yes'); document.querySelector('ui5-dialog').open = false; });`,
  cases: [
    {
      name: 'fills in a form and saves it',
      errand: [
        fill('get_by_role("textbox", name="Name")', 'Ada'),
        click('get_by_role("combobox", name="Size")'),
        click('get_by_role("option", name="Large")'),
        click('get_by_role("checkbox", name="I agree")'),
        click('get_by_role("switch", name="Wifi")'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
        await page.getByRole('combobox', { name: 'Size' }).click();
        await page.getByRole('option', { name: 'Large' }).click();
        await page.getByRole('checkbox', { name: 'I agree' }).click();
        await page.getByRole('switch', { name: 'Wifi' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 'Ada l  true true 2026-03-10' },
    },
    {
      name: 'types part of a city and clicks it',
      errand: [
        type('get_by_role("combobox", name="City")', 'Vi'),
        click('get_by_role("option", name="Vienna")'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.getByRole('combobox', { name: 'City' }).pressSequentially('Vi');
        await page.getByRole('option', { name: 'Vienna' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 's Vienna false false 2026-03-10' },
    },
    {
      name: 'confirms in a dialog',
      errand: [
        click('get_by_role("button", name="Open")'),
        click('get_by_role("button", name="Yes")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('button', { name: 'Yes' }).click();
      },
      shows: {
        read: `[${textOf('#said')}, document.querySelector('ui5-dialog').open]`,
        is: ['yes', false],
      },
    },
    {
      name: 'fills in a date and confirms it with Enter',
      errand: [
        fill('get_by_role("textbox", name="Date")', '2026-12-24'),
        press('enter'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.getByRole('textbox', { name: 'Date' }).fill('2026-12-24');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 's  false false 2026-12-24' },
    },
  ],
};
