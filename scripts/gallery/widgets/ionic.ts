import { click, fill } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const ionic: Widget = {
  name: 'ionic',
  packages: ['@ionic/core'],
  html: `<ion-app><ion-content><ion-list>
      <ion-item><ion-input label="Name" id="name"></ion-input></ion-item>
      <ion-item><ion-select label="Size" id="size" interface="popover"><ion-select-option value="s">Small</ion-select-option><ion-select-option value="l">Large</ion-select-option></ion-select></ion-item>
      <ion-item><ion-toggle id="wifi">Wifi</ion-toggle></ion-item>
      <ion-item><ion-checkbox id="terms">I agree</ion-checkbox></ion-item></ion-list>
    <ion-button id="save">Save</ion-button> <ion-button id="ask">Ask</ion-button>
    <ion-segment id="view" value="day"><ion-segment-button value="day"><ion-label>Day</ion-label></ion-segment-button><ion-segment-button value="week"><ion-label>Week</ion-label></ion-segment-button></ion-segment>
    <output id="said"></output></ion-content></ion-app>`,
  script: `import '@ionic/core/css/ionic.bundle.css';
    import { initialize } from '@ionic/core/components';
    initialize();
    import * as app from '@ionic/core/components/ion-app.js';
    import * as content from '@ionic/core/components/ion-content.js';
    import * as list from '@ionic/core/components/ion-list.js';
    import * as item from '@ionic/core/components/ion-item.js';
    import * as input from '@ionic/core/components/ion-input.js';
    import * as select from '@ionic/core/components/ion-select.js';
    import * as option from '@ionic/core/components/ion-select-option.js';
    import * as toggle from '@ionic/core/components/ion-toggle.js';
    import * as checkbox from '@ionic/core/components/ion-checkbox.js';
    import * as button from '@ionic/core/components/ion-button.js';
    import * as segment from '@ionic/core/components/ion-segment.js';
    import * as segmentButton from '@ionic/core/components/ion-segment-button.js';
    import * as label from '@ionic/core/components/ion-label.js';
    import * as alert from '@ionic/core/components/ion-alert.js';
    for (const part of [app, content, list, item, input, select, option, toggle, checkbox, button, segment, segmentButton, label, alert]) part.defineCustomElement();
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const field = (id) => document.getElementById(id);
    field('save').addEventListener('click', () => say([field('name').value, field('size').value, field('wifi').checked, field('terms').checked].join(' ')));
    field('view').addEventListener('ionChange', ({ detail }) => say(detail.value));
    field('ask').addEventListener('click', async () => {
      const box = document.createElement('ion-alert');
      Object.assign(box, { header: 'Sure?', buttons: [{ text: 'No' }, { text: 'Yes', handler: () => say('yes') }] });
      document.body.append(box);
      await box.present();
    });`,
  cases: [
    {
      name: 'fills in a form and saves it',
      errand: [
        fill('get_by_label("Name")', 'Ada'),
        click('get_by_text("Wifi")'),
        click('get_by_text("I agree")'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.getByLabel('Name').fill('Ada');
        await page.getByText('Wifi').click();
        await page.getByText('I agree').click();
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 'Ada  true true' },
    },
    {
      name: 'chooses in a popover',
      errand: [
        click('locator("#size")'),
        click('get_by_role("radio", name="Large")'),
        click('get_by_role("button", name="Save")'),
      ],
      async playwright(page) {
        await page.locator('#size').click();
        await page.getByRole('radio', { name: 'Large' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
      },
      shows: { read: textOf('#said'), is: 'l false false' },
    },
    {
      name: 'confirms an alert',
      errand: [
        click('get_by_role("button", name="Ask")'),
        click('get_by_role("button", name="Yes")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Ask' }).click();
        await page.getByRole('button', { name: 'Yes' }).click();
      },
      shows: { read: textOf('#said'), is: 'yes' },
    },
    {
      name: 'changes a segment',
      errand: [click('locator("ion-segment-button[value=week]")')],
      playwright: (page) => page.locator('ion-segment-button[value=week]').click(),
      shows: { read: textOf('#said'), is: 'week' },
    },
  ],
};
