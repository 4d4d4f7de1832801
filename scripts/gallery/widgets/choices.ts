import { click, fill, press } from '../steps.ts';
import { textsOf, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const choices: Widget = {
  name: 'choices',
  packages: ['choices.js'],
  html: `<label for="city">City</label><select id="city"><option value="">Choose</option><option>Bern</option><option>Oslo</option><option>Vienna</option></select>
    <label for="words">Words</label><input id="words" value="one">
    <label for="many">Many</label><select id="many" multiple><option>Red</option><option>Green</option><option>Blue</option></select>`,
  script: `import Choices from 'choices.js';
    import 'choices.js/public/assets/styles/choices.css';
    new Choices('#city', { shouldSort: false });
    new Choices('#words', { removeItemButton: true });
    new Choices('#many', { removeItemButton: true });`,
  cases: [
    {
      name: 'searches for a city and clicks it',
      errand: [
        click('locator(".choices[data-type=select-one]")'),
        fill('locator(".choices[data-type=select-one] input")', 'vie'),
        click('locator(".choices__list--dropdown").get_by_role("option", name="Vienna")'),
      ],
      async playwright(page) {
        const city = page.locator('.choices[data-type=select-one]');
        await city.click();
        await city.locator('input').fill('vie');
        await page
          .locator('.choices__list--dropdown')
          .getByRole('option', { name: 'Vienna' })
          .click();
      },
      shows: { read: valueOf('#city'), is: 'Vienna' },
    },
    {
      name: 'adds a word with Enter and removes the first',
      errand: [
        fill('locator(".choices[data-type=text] input.choices__input--cloned")', 'two', {
          press_enter: true,
        }),
        click('get_by_role("button", name="Remove item: one")'),
      ],
      async playwright(page) {
        const field = page.locator('.choices[data-type=text] input.choices__input--cloned');
        await field.fill('two');
        await field.press('Enter');
        await page.getByRole('button', { name: 'Remove item: one' }).click();
      },
      shows: { read: valueOf('#words'), is: 'two' },
    },
    {
      name: 'chooses two from a list and removes the last with Backspace',
      errand: [
        click('locator(".choices[data-type=select-multiple]")'),
        click('locator(".choices__list--dropdown").get_by_role("option", name="Green")'),
        click('locator(".choices[data-type=select-multiple] input")'),
        click('locator(".choices__list--dropdown").get_by_role("option", name="Blue")'),
        press('backspace', 'locator(".choices[data-type=select-multiple] input")'),
      ],
      async playwright(page) {
        const many = page.locator('.choices[data-type=select-multiple]');
        const list = page.locator('.choices__list--dropdown');
        await many.click();
        await list.getByRole('option', { name: 'Green' }).click();
        await many.locator('input').click();
        await list.getByRole('option', { name: 'Blue' }).click();
        await many.locator('input').press('Backspace');
      },
      shows: { read: textsOf('#many option:checked'), is: ['Green'] },
    },
  ],
};
