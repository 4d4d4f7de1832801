import { pollUntil } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { type Person, see } from './open-person.ts';
import type { PersonCase } from './record-case.ts';

/** The password of the sample site, which must not appear in any recording. */
export const samplePassword = 'harbor-demo';

async function signIn(person: Person, page: Page): Promise<void> {
  await person.fill(see(page, '#email'), 'demo@harbor.example');
  await person.fill(see(page, '#password'), samplePassword);
  await person.click(see(page, '[data-testid=login-button]'));
}

/** What a person does on the sample site, from every kind of control to frames, tabs and dialogs. */
export function sampleCases(site: string): readonly PersonCase[] {
  const secrets = { password: samplePassword };
  const on = (path: string) => `${site}/login?banner=off&next=${encodeURIComponent(path)}`;
  return [
    {
      name: 'places an order',
      url: on('/orders/new'),
      secrets,
      async act(person, page) {
        await signIn(person, page);
        await person.fill(see(page, '#company'), 'Tidewater & Sons');
        await person.fill(see(page, '#contact'), 'buying@tidewater.example');
        await person.click(see(page, '#product'));
        await person.type('Mo');
        await person.press('Enter');
        await person.fill(see(page, '#quantity'), '12');
        await person.click(see(page, '#delivery-date'));
        await person.type('04152026');
        await person.click(see(page, '#warehouse'));
        await person.click(see(page, '#warehouse-options li:nth-child(2)'));
        await person.click(see(page, 'label.choice:nth-of-type(2)'));
        await person.click(see(page, '#urgency'));
        await person.press('PageDown');
        await person.fill(see(page, '#notes'), 'Leave it at the gate.');
        await person.click(see(page, 'label[for=terms]'));
        await person.click(see(page, '[type=submit]'));
        await see(page, '[data-testid=order-number]').find();
      },
    },
    {
      name: 'finds an order with Enter, reads it and downloads it',
      url: on('/orders'),
      secrets,
      async act(person, page, recorder) {
        await signIn(person, page);
        await person.fill(see(page, '#search'), 'HS-10424');
        await person.press('Enter');
        await person.click(see(page, 'a[href="/orders/HS-10424"]'));
        await recorder.pointAt('extract');
        await person.click(see(page, '[data-testid=order-status]'));
        await recorder.pointAt('assert');
        await person.click(see(page, 'h1'));
        await person.click(see(page, 'a[href*=csv]'));
      },
    },
    {
      name: 'reads the first cell of each order',
      url: on('/orders'),
      secrets,
      async act(person, page, recorder) {
        await signIn(person, page);
        await recorder.pointAt('each');
        await person.click(see(page, 'tr.order-row:nth-child(2) td:nth-child(2)'));
        await recorder.pointAt('extract');
        await person.click(see(page, 'tr.order-row:nth-child(2) td:nth-child(2)'));
        await recorder.endLoop();
      },
    },
    {
      name: 'verifies a code in frames of another origin and rates in a shadow root',
      url: on('/account/security'),
      secrets: { ...secrets, code: '246810' },
      async act(person, page) {
        await signIn(person, page);
        await see(page, '#verification-frame').find();
        const inner = (path: string) =>
          pollUntil(`the frame ${path}`, () =>
            page.frames().find((one) => one.url().endsWith(path)),
          );
        await person.click(see(await inner('/embedded/resend'), 'button'));
        await person.fill(see(await inner('/embedded/verification'), '#code'), '246810');
        await person.click(see(await inner('/embedded/verification'), 'button'));
        await person.click(see(page, 'harbor-rating >>> button:nth-of-type(4)'));
      },
    },
    {
      name: 'answers dialogs, and continues in a new tab',
      url: on('/reports'),
      secrets,
      async act(person, page) {
        await signIn(person, page);
        await person.click(see(page, '[data-report=sales] [data-rename]'));
        await person.press('Control', 'a');
        await person.type('Sales of spring');
        await person.press('Enter');
        await person.click(see(page, '[data-report=returns] [data-delete]'));
        await person.press('Escape');
        await person.click(see(page, '[data-report=sales] a[target=_blank]'));
        const tab = await pollUntil('the new tab', async () =>
          (await page.browserContext().pages()).find((one) => one.url().endsWith('/reports/sales')),
        );
        await person.click(see(tab, 'a.button'));
      },
    },
    {
      name: 'clicks left, right, twice and with keys held, and uses shortcuts',
      url: `${site}/offers?banner=off`,
      async act(person, page) {
        await person.click(see(page, '[data-remove=overlay]'));
        await person.click(see(page, '[data-answer=Subscribed]'), { isDouble: true });
        await person.click(see(page, '[data-answer=Subscribed]'), { held: ['Shift'] });
        await person.click(see(page, 'h1'), { button: 'right' });
        await person.press('Escape');
        await person.press('Control', 'b');
        await person.click(see(page, '#late:enabled'));
      },
    },
    {
      name: 'scrolls through a list that grows',
      url: on('/activity'),
      secrets,
      async act(person, page) {
        await signIn(person, page);
        await person.wheel(see(page, '#activity li:nth-child(3)'), 15);
        await person.wheel(see(page, '#activity li:nth-child(20)'), 15);
      },
    },
  ];
}
