import { click, press } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const nouislider: Widget = {
  name: 'nouislider',
  packages: ['nouislider'],
  html: `<div style="padding: 60px"><div id="price"></div></div><output id="said"></output>`,
  script: `import noUiSlider from 'nouislider';
    import 'nouislider/dist/nouislider.css';
    const slider = noUiSlider.create(document.querySelector('#price'), { start: [20, 80], step: 1, connect: true, range: { min: 0, max: 100 },
      handleAttributes: [{ 'aria-label': 'Lowest' }, { 'aria-label': 'Highest' }], format: { to: Math.round, from: Number } });
    slider.on('update', (values) => { document.querySelector('#said').textContent = values.join(' to '); });`,
  cases: [
    {
      name: 'moves a handle with the keyboard',
      errand: [
        click('get_by_role("slider", name="Lowest")'),
        press('right'),
        press('right'),
        press('up'),
      ],
      async playwright(page) {
        await page.getByRole('slider', { name: 'Lowest' }).click();
        for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
      },
      shows: { read: textOf('#said'), is: '23 to 80' },
    },
    {
      name: 'clicks the middle of the bar, which moves a handle there',
      errand: [click('locator("#price .noUi-base")')],
      playwright: (page) => page.locator('#price .noUi-base').click(),
      shows: { read: textOf('#said'), is: '50 to 80' },
    },
  ],
};
