import { click, fill, press } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const fluent: Widget = {
  name: 'fluent',
  packages: ['@fluentui/web-components'],
  html: `<fluent-text-input id="name">Name</fluent-text-input>
    <fluent-checkbox id="terms" aria-label="I agree"></fluent-checkbox> <fluent-switch id="wifi" aria-label="Wifi"></fluent-switch>
    <fluent-button id="save" appearance="primary">Save</fluent-button>
    <fluent-tablist id="tabs"><fluent-tab id="one">One</fluent-tab><fluent-tab id="two">Two</fluent-tab></fluent-tablist>
    <fluent-slider id="volume" aria-label="Volume" min="0" max="10" value="4"></fluent-slider>
    <fluent-accordion><fluent-accordion-item><span slot="heading">Details</span>Hidden text</fluent-accordion-item></fluent-accordion>
    <output id="said"></output>`,
  script: `import '@fluentui/web-components/web-components-all.js';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    field('save').addEventListener('click', () => say([field('name').value, field('terms').checked, field('wifi').checked].join(' ')));
    field('tabs').addEventListener('change', () => say(field('tabs').activeid));
    field('volume').addEventListener('change', () => say(field('volume').value));`,
  cases: [
    {
      name: 'fills in a form and saves it',
      errand: [
        fill('locator("#name").get_by_role("textbox")', 'Ada'),
        click('locator("#terms")'),
        click('locator("#wifi")'),
        click('get_by_text("Save")'),
      ],
      async playwright(page) {
        await page.locator('#name').getByRole('textbox').fill('Ada');
        await page.locator('#terms').click();
        await page.locator('#wifi').click();
        await page.getByText('Save').click();
      },
      shows: { read: textOf('#said'), is: 'Ada true true' },
    },
    {
      name: 'goes to a tab',
      errand: [click('get_by_role("tab", name="Two")')],
      playwright: (page) => page.getByRole('tab', { name: 'Two' }).click(),
      shows: { read: textOf('#said'), is: 'two' },
    },
    {
      name: 'moves a slider with the keyboard',
      errand: [press('right', 'locator("#volume")'), press('right')],
      async playwright(page) {
        await page.locator('#volume').press('ArrowRight');
        await page.keyboard.press('ArrowRight');
      },
      shows: { read: textOf('#said'), is: '6' },
    },
    {
      name: 'opens a section of an accordion',
      errand: [click('locator("fluent-accordion-item button")')],
      playwright: (page) => page.locator('fluent-accordion-item button').click(),
      shows: { read: `document.querySelector('fluent-accordion-item').expanded`, is: true },
    },
  ],
};
