import { check, click, fill } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const carbon: Widget = {
  name: 'carbon',
  packages: ['@carbon/web-components'],
  html: `<cds-text-input label="Name" id="name"></cds-text-input>
    <cds-dropdown id="size" title-text="Size"><cds-dropdown-item value="s">Small</cds-dropdown-item><cds-dropdown-item value="l">Large</cds-dropdown-item></cds-dropdown>
    <cds-checkbox id="terms">I agree</cds-checkbox>
    <cds-button id="save">Save</cds-button> <cds-button id="open">Open</cds-button>
    <cds-tabs value="one"><cds-tab value="one">One</cds-tab><cds-tab value="two">Two</cds-tab></cds-tabs>
    <cds-modal id="modal"><cds-modal-header><cds-modal-close-button></cds-modal-close-button><cds-modal-heading>Sure?</cds-modal-heading></cds-modal-header><cds-modal-footer><cds-modal-footer-button id="yes">Yes</cds-modal-footer-button></cds-modal-footer></cds-modal>
    <output id="said"></output>`,
  script: `import '@carbon/web-components/es/components/text-input/index.js';
    import '@carbon/web-components/es/components/dropdown/index.js';
    import '@carbon/web-components/es/components/checkbox/index.js';
    import '@carbon/web-components/es/components/button/index.js';
    import '@carbon/web-components/es/components/tabs/index.js';
    import '@carbon/web-components/es/components/modal/index.js';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    field('save').addEventListener('click', () => say([field('name').value, field('size').value, field('terms').checked].join(' ')));
    field('open').addEventListener('click', () => { field('modal').open = true; });
    field('yes').addEventListener('click', () => { say('yes'); field('modal').open = false; });`,
  cases: [
    {
      name: 'fills in a form and saves it',
      errand: [
        fill('locator("#name input")', 'Ada'),
        click('locator("#size").get_by_role("combobox")'),
        click('get_by_text("Large")'),
        check('get_by_role("checkbox", name="I agree")'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.locator('#name input').fill('Ada');
        await page.locator('#size').getByRole('combobox').click();
        await page.getByText('Large').click();
        await page.getByRole('checkbox', { name: 'I agree' }).check({ force: true });
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 'Ada l true' },
    },
    {
      name: 'confirms in a modal that fades in',
      errand: [click('get_by_role("button", name="Open")'), click('locator("#yes")')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.locator('#yes').click();
      },
      shows: { read: textOf('#said'), is: 'yes' },
    },
    {
      name: 'goes to a tab',
      errand: [click('get_by_role("tab", name="Two")')],
      playwright: (page) => page.getByRole('tab', { name: 'Two' }).click(),
      shows: { read: `document.querySelector('cds-tabs').value`, is: 'two' },
    },
  ],
};
