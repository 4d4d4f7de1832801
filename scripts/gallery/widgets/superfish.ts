import { click, hover } from '../steps.ts';
import { isVisible, textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const superfish: Widget = {
  name: 'superfish',
  packages: ['jquery', 'superfish'],
  html: `<ul class="sf-menu" id="menu"><li><a href="#products">Products</a><ul><li><a href="#tools">Tools</a>
      <ul><li><a href="#saws">Saws</a></li><li><a href="#drills">Drills</a></li></ul></li><li><a href="#paint">Paint</a></li></ul></li>
    <li><a href="#about">About</a></li></ul><div style="clear: both; padding-top: 200px"><output id="said"></output></div>`,
  script: `import $ from 'jquery-on-window';
    import 'superfish/dist/css/superfish.css';
    import 'superfish';
    $('#menu').superfish({ delay: 300 });
    $('#menu a').on('click', (event) => $('#said').text($(event.target).text()));`,
  cases: [
    {
      name: 'clicks an entry of the second level, reached by hovering',
      errand: [
        hover('get_by_role("link", name="Products")'),
        hover('get_by_role("link", name="Tools")'),
        click('get_by_role("link", name="Drills")'),
      ],
      async playwright(page) {
        await page.getByRole('link', { name: 'Products' }).hover();
        await page.getByRole('link', { name: 'Tools' }).hover();
        await page.getByRole('link', { name: 'Drills' }).click();
      },
      shows: { read: textOf('#said'), is: 'Drills' },
    },
    {
      name: 'leaves the menu, which closes',
      errand: [
        hover('get_by_role("link", name="Products")'),
        hover('get_by_role("link", name="About")'),
      ],
      async playwright(page) {
        await page.getByRole('link', { name: 'Products' }).hover();
        await page.getByRole('link', { name: 'About' }).hover();
      },
      shows: { read: isVisible('#menu ul'), is: false },
    },
    {
      name: 'keeps the menu open while the pointer rests on it',
      errand: [
        hover('get_by_role("link", name="Products")'),
        { type: 'action_node', sleep_action: { sleep_time: 1.5 } },
      ],
      async playwright(page) {
        await page.getByRole('link', { name: 'Products' }).hover();
        await page.waitForTimeout(1_500);
      },
      shows: { read: isVisible('a[href="#paint"]'), is: true },
    },
  ],
};
