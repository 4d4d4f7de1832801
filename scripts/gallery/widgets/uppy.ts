import { click, read, upload } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan') };

export const uppy: Widget = {
  name: 'uppy',
  packages: ['@uppy/core', '@uppy/dashboard'],
  html: `<div id="files"></div><output id="said"></output>`,
  script: `import Uppy from '@uppy/core';
    import Dashboard from '@uppy/dashboard';
    import '@uppy/core/css/style.min.css';
    import '@uppy/dashboard/css/style.min.css';
    const uppy = new Uppy().use(Dashboard, { inline: true, target: '#files', height: 400 });
    uppy.on('file-added', ({ name }) => { document.querySelector('#said').textContent = 'added ' + name; });
    uppy.on('file-removed', ({ name }) => { document.querySelector('#said').textContent = 'removed ' + name; });`,
  cases: [
    {
      name: 'adds a file and reads its name in the list',
      errand: [
        upload('locator(".uppy-Dashboard-input").first', 'plan.txt'),
        read('locator(".uppy-Dashboard-Item-name")', 'name'),
      ],
      async playwright(page) {
        await page.locator('.uppy-Dashboard-input').first().setInputFiles(file);
        return { name: await page.locator('.uppy-Dashboard-Item-name').innerText() };
      },
      shows: { read: textOf('#said'), is: 'added plan.txt' },
      output: { name: 'plan.txt' },
    },
    {
      name: 'removes a file from the list',
      errand: [
        upload('locator(".uppy-Dashboard-input").first', 'plan.txt'),
        click('get_by_role("button", name="Remove file")'),
      ],
      async playwright(page) {
        await page.locator('.uppy-Dashboard-input').first().setInputFiles(file);
        await page.getByRole('button', { name: 'Remove file' }).click();
      },
      shows: { read: textOf('#said'), is: 'removed plan.txt' },
    },
  ],
};
