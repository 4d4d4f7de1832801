import { dragBy } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const interactjs: Widget = {
  name: 'interactjs',
  packages: ['interactjs'],
  html: `<div id="box" style="width: 100px; height: 100px; background: teal; touch-action: none; user-select: none">Box</div><output id="said"></output>`,
  script: `import interact from 'interactjs';
    const at = { x: 0, y: 0 };
    interact('#box').draggable({ listeners: { move(event) {
      at.x += event.dx;
      at.y += event.dy;
      event.target.style.transform = 'translate(' + at.x + 'px, ' + at.y + 'px)';
      document.querySelector('#said').textContent = at.x + ' ' + at.y;
    } } });`,
  cases: [
    {
      name: 'drags a box by a distance',
      errand: [dragBy('get_by_text("Box")', { x: 200, y: 80 })],
      async playwright(page) {
        await page.getByText('Box').hover();
        await page.mouse.down();
        await page.mouse.move(258, 138, { steps: 10 });
        await page.mouse.up();
      },
      shows: { read: textOf('#said'), is: '200 80' },
    },
  ],
};
