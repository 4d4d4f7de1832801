import { click, press, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const swiper: Widget = {
  name: 'swiper',
  packages: ['swiper'],
  html: `<div class="swiper" style="width: 400px; height: 200px"><div class="swiper-wrapper"><div class="swiper-slide">First</div><div class="swiper-slide">Second</div><div class="swiper-slide">Third</div></div>
    <div class="swiper-pagination"></div><div class="swiper-button-prev"></div><div class="swiper-button-next"></div></div>`,
  script: `import Swiper from 'swiper/bundle';
    import 'swiper/swiper-bundle.css';
    new Swiper('.swiper', { speed: 500, keyboard: true, pagination: { el: '.swiper-pagination', clickable: true }, navigation: { nextEl: '.swiper-button-next', prevEl: '.swiper-button-prev' } });`,
  cases: [
    {
      name: 'slides to the next picture and reads it',
      errand: [
        click('get_by_label("Next slide")'),
        read('locator(".swiper-slide-active")', 'slide'),
      ],
      async playwright(page) {
        await page.getByLabel('Next slide').click();
        return { slide: await page.locator('.swiper-slide-active').innerText() };
      },
      output: { slide: 'Second' },
    },
    {
      name: 'slides on with a dot and back with a key',
      errand: [click('get_by_label("Go to slide 3")'), press('left')],
      async playwright(page) {
        await page.getByLabel('Go to slide 3').click();
        await page.keyboard.press('ArrowLeft');
      },
      shows: { read: textOf('.swiper-slide-active'), is: 'Second' },
    },
  ],
};
