import { click, fill, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const shoelace: Widget = {
  name: 'shoelace',
  packages: ['@shoelace-style/shoelace'],
  html: `<sl-input label="Name" id="name"></sl-input>
    <sl-select label="Size" id="size"><sl-option value="s">Small</sl-option><sl-option value="l">Large</sl-option></sl-select>
    <sl-checkbox id="terms">I agree</sl-checkbox> <sl-switch id="wifi">Wifi</sl-switch>
    <sl-button id="save" variant="primary">Save</sl-button>
    <sl-button id="open">Open dialog</sl-button>
    <sl-dialog label="Really?"><p>It cannot be undone.</p><sl-button slot="footer" id="yes">Yes</sl-button></sl-dialog>
    <sl-tab-group><sl-tab slot="nav" panel="one">One</sl-tab><sl-tab slot="nav" panel="two">Two</sl-tab>
      <sl-tab-panel name="one">First panel</sl-tab-panel><sl-tab-panel name="two">Second panel</sl-tab-panel></sl-tab-group>
    <sl-dropdown><sl-button slot="trigger" caret>Actions</sl-button>
      <sl-menu><sl-menu-item value="copy">Copy</sl-menu-item><sl-menu-item value="delete">Delete</sl-menu-item></sl-menu></sl-dropdown>
    <output id="said"></output>`,
  script: `import '@shoelace-style/shoelace/dist/shoelace.js';
    import '@shoelace-style/shoelace/dist/themes/light.css';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    field('save').addEventListener('click', () => say([field('name').value, field('size').value, field('terms').checked, field('wifi').checked].join(' ')));
    field('open').addEventListener('click', () => document.querySelector('sl-dialog').show());
    field('yes').addEventListener('click', () => { say('yes'); document.querySelector('sl-dialog').hide(); });
    document.querySelector('sl-menu').addEventListener('sl-select', (event) => say(event.detail.item.value));`,
  cases: [
    {
      name: 'fills in a form and saves it with a slotted button',
      errand: [
        fill('get_by_label("Name")', 'Ada'),
        click('get_by_role("combobox", name="Size")'),
        click('get_by_role("option", name="Large")'),
        click('get_by_text("I agree")'),
        click('get_by_text("Wifi")'),
        click('get_by_role("button", name="Save")'),
        read('locator("#said")', 'said'),
      ],
      async playwright(page) {
        await page.getByLabel('Name').fill('Ada');
        await page.getByRole('combobox', { name: 'Size' }).click();
        await page.getByRole('option', { name: 'Large' }).click();
        await page.getByText('I agree').click();
        await page.getByText('Wifi').click();
        await page.getByRole('button', { name: 'Save' }).click();
        return { said: await page.locator('#said').innerText() };
      },
      shows: { read: textOf('#said'), is: 'Ada l true true' },
      output: { said: 'Ada l true true' },
    },
    {
      name: 'confirms in a dialog, which closes',
      errand: [
        click('get_by_role("button", name="Open dialog")'),
        click('get_by_role("button", name="Yes")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open dialog' }).click();
        await page.getByRole('button', { name: 'Yes' }).click();
      },
      shows: {
        read: `[${textOf('#said')}, document.querySelector('sl-dialog').open]`,
        is: ['yes', false],
      },
    },
    {
      name: 'goes to a tab and reads its panel',
      errand: [click('get_by_role("tab", name="Two")'), read('get_by_role("tabpanel")', 'panel')],
      async playwright(page) {
        await page.getByRole('tab', { name: 'Two' }).click();
        await page.getByText('Second panel').waitFor();
        return { panel: await page.getByRole('tabpanel').innerText() };
      },
      output: { panel: 'Second panel' },
    },
    {
      name: 'chooses an entry of a menu',
      errand: [
        click('get_by_role("button", name="Actions")'),
        click('get_by_role("menuitem", name="Delete")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Actions' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).click();
      },
      shows: { read: textOf('#said'), is: 'delete' },
    },
  ],
};
