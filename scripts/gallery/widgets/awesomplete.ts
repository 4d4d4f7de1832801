import { click, fill, type } from '../steps.ts';
import { valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const awesomplete: Widget = {
  name: 'awesomplete',
  packages: ['awesomplete'],
  html: `<label>Language <input id="language"></label> <label>Tags <input id="tags" size="40"></label>`,
  script: `import Awesomplete from 'awesomplete';
    import 'awesomplete/awesomplete.css';
    const list = ['Ada', 'C', 'Java', 'JavaScript', 'Python'];
    new Awesomplete('#language', { list });
    new Awesomplete('#tags', { list, minChars: 1, filter: (text, input) => Awesomplete.FILTER_CONTAINS(text, input.match(/[^,]*$/)[0]),
      item: (text, input) => Awesomplete.ITEM(text, input.match(/[^,]*$/)[0]),
      replace(text) { this.input.value = this.input.value.match(/^.+,\\s*|/)[0] + text + ', '; } });`,
  cases: [
    {
      name: 'fills in a part and clicks a suggestion',
      errand: [
        fill('get_by_label("Language")', 'pyt'),
        click('get_by_role("option", name="Python")'),
      ],
      async playwright(page) {
        await page.getByLabel('Language').fill('pyt');
        await page.getByRole('option', { name: 'Python' }).click();
      },
      shows: { read: valueOf('#language'), is: 'Python' },
    },
    {
      name: 'collects two suggestions in one field',
      errand: [
        type('get_by_label("Tags")', 'ad'),
        click('get_by_role("option", name="Ada")'),
        type('get_by_label("Tags")', 'py'),
        click('get_by_role("option", name="Python")'),
      ],
      async playwright(page) {
        await page.getByLabel('Tags').pressSequentially('ad');
        await page.getByRole('option', { name: 'Ada' }).click();
        await page.getByLabel('Tags').pressSequentially('py');
        await page.getByRole('option', { name: 'Python' }).click();
      },
      shows: { read: valueOf('#tags'), is: 'Ada, Python, ' },
    },
  ],
};
