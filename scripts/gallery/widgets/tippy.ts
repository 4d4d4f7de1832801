import { click, hover, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const tippy: Widget = {
  name: 'tippy',
  packages: ['tippy.js'],
  html: `<div style="padding: 120px"><button id="tip">Price</button> <button id="card">Card</button></div><output id="said"></output>`,
  script: `import tippy from 'tippy.js';
    import 'tippy.js/dist/tippy.css';
    import 'tippy.js/animations/scale.css';
    tippy('#tip', { content: 'Without tax', delay: [300, 0], animation: 'scale' });
    const inside = document.createElement('button');
    inside.textContent = 'Follow';
    inside.addEventListener('click', () => { document.querySelector('#said').textContent = 'followed'; });
    tippy('#card', { content: inside, interactive: true, delay: [200, 100] });`,
  cases: [
    {
      name: 'reads a tooltip',
      errand: [hover('get_by_role("button", name="Price")'), read('get_by_role("tooltip")', 'tip')],
      async playwright(page) {
        await page.getByRole('button', { name: 'Price' }).hover();
        return { tip: await page.getByRole('tooltip').innerText() };
      },
      output: { tip: 'Without tax' },
    },
    {
      name: 'clicks a button in a card that shows while hovered',
      errand: [
        hover('get_by_role("button", name="Card")'),
        click('get_by_role("button", name="Follow")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Card' }).hover();
        await page.getByRole('button', { name: 'Follow' }).click();
      },
      shows: { read: textOf('#said'), is: 'followed' },
    },
  ],
};
