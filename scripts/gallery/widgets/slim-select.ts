import { click, fill } from '../steps.ts';
import { textsOf, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const slimSelect: Widget = {
  name: 'slim-select',
  packages: ['slim-select'],
  html: `<select id="one"><option value="1">January</option><option value="2">February</option><option value="3">March</option></select>
    <select id="many" multiple><option>Red</option><option>Green</option><option>Blue</option></select>`,
  script: `import SlimSelect from 'slim-select';
    import 'slim-select/styles';
    new SlimSelect({ select: '#one' });
    new SlimSelect({ select: '#many', settings: { closeOnSelect: false } });`,
  cases: [
    {
      name: 'searches for a month and clicks it',
      errand: [
        click('locator(".ss-main").first'),
        fill('locator(".ss-content.ss-open input")', 'mar'),
        click('get_by_role("option", name="March").and_(locator(".ss-option"))'),
      ],
      async playwright(page) {
        await page.locator('.ss-main').first().click();
        await page.locator('.ss-content.ss-open input').fill('mar');
        await page.getByRole('option', { name: 'March' }).and(page.locator('.ss-option')).click();
      },
      shows: { read: valueOf('#one'), is: '3' },
    },
    {
      name: 'chooses two colours in a list that stays open',
      errand: [
        click('locator(".ss-main").nth(1)'),
        click('locator(".ss-option", has_text="Red")'),
        click('locator(".ss-option", has_text="Blue")'),
      ],
      async playwright(page) {
        await page.locator('.ss-main').nth(1).click();
        await page.locator('.ss-option', { hasText: 'Red' }).click();
        await page.locator('.ss-option', { hasText: 'Blue' }).click();
      },
      shows: { read: textsOf('#many option:checked'), is: ['Red', 'Blue'] },
    },
  ],
};
