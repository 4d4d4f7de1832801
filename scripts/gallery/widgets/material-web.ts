import { click, fill, press } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const materialWeb: Widget = {
  name: 'material-web',
  packages: ['@material/web'],
  html: `<md-outlined-text-field label="Name" id="name"></md-outlined-text-field>
    <md-outlined-select label="Size" id="size"><md-select-option value="s"><div slot="headline">Small</div></md-select-option><md-select-option value="l"><div slot="headline">Large</div></md-select-option></md-outlined-select>
    <label><md-checkbox id="terms"></md-checkbox> I agree</label> <md-switch id="wifi" aria-label="Wifi"></md-switch>
    <md-filled-button id="save">Save</md-filled-button> <md-outlined-button id="open">Open</md-outlined-button>
    <md-slider id="volume" aria-label="Volume" min="0" max="10" value="4"></md-slider>
    <md-dialog><div slot="headline">Sure?</div><form slot="content" id="form" method="dialog">It cannot be undone.</form><div slot="actions"><md-text-button form="form" value="yes">Yes</md-text-button></div></md-dialog>
    <output id="said"></output>`,
  script: `import '@material/web/all.js';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    const dialog = document.querySelector('md-dialog');
    field('save').addEventListener('click', () => say([field('name').value, field('size').value, field('terms').checked, field('wifi').selected].join(' ')));
    field('open').addEventListener('click', () => dialog.show());
    dialog.addEventListener('closed', () => say(dialog.returnValue));
    field('volume').addEventListener('change', () => say(field('volume').value));`,
  cases: [
    {
      name: 'fills in a form and saves it',
      errand: [
        fill('get_by_label("Name")', 'Ada'),
        click('get_by_role("combobox", name="Size")'),
        click('get_by_role("option", name="Large")'),
        click('get_by_text("I agree")'),
        click('get_by_role("switch", name="Wifi")'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.getByLabel('Name').fill('Ada');
        await page.getByRole('combobox', { name: 'Size' }).click();
        await page.getByRole('option', { name: 'Large' }).click();
        await page.getByText('I agree').click();
        await page.getByRole('switch', { name: 'Wifi' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 'Ada l true true' },
    },
    {
      name: 'confirms in a dialog that grows open',
      errand: [
        click('get_by_role("button", name="Open")'),
        click('get_by_role("button", name="Yes")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('button', { name: 'Yes' }).click();
      },
      shows: { read: textOf('#said'), is: 'yes' },
    },
    {
      name: 'moves a slider with the keyboard',
      errand: [
        press('right', 'get_by_role("slider", name="Volume")'),
        press('right'),
        press('tab'),
      ],
      async playwright(page) {
        await page.getByRole('slider', { name: 'Volume' }).press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Tab');
      },
      shows: { read: `document.getElementById('volume').value`, is: 6 },
    },
  ],
};
