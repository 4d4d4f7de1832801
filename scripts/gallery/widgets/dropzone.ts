import { click, upload } from '../steps.ts';
import { textOf, textsOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

const file = { name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('A report.') };

export const dropzone: Widget = {
  name: 'dropzone',
  packages: ['dropzone'],
  html: `<form class="dropzone" id="files"></form><output id="said"></output>`,
  script: `import Dropzone from 'dropzone';
    import 'dropzone/dist/dropzone.css';
    const zone = new Dropzone('#files', { url: '../api/upload?delay=400', addRemoveLinks: true });
    zone.on('success', (file) => { document.querySelector('#said').textContent = 'stored ' + file.name; });`,
  cases: [
    {
      name: 'uploads a file through the hidden field',
      errand: [upload('locator("input[type=file]")', 'report.txt')],
      playwright: (page) => page.locator('input[type=file]').setInputFiles(file),
      shows: { read: textOf('#said'), is: 'stored report.txt' },
    },
    {
      name: 'uploads a file and removes it',
      errand: [
        upload('locator("input[type=file]")', 'report.txt'),
        click('get_by_role("link", name="Remove file")'),
      ],
      async playwright(page) {
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByText('stored report.txt').waitFor();
        await page.getByRole('link', { name: 'Remove file' }).click();
      },
      shows: { read: textsOf('.dz-filename'), is: [] },
    },
  ],
};
