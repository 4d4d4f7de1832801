import { read, upload } from '../steps.ts';
import type { Widget } from '../widget.ts';

const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear reader') };

export const filepond: Widget = {
  name: 'filepond',
  packages: ['filepond'],
  html: `<input type="file" id="files"><output id="said"></output>`,
  script: `import * as FilePond from 'filepond';
    import 'filepond/dist/filepond.css';
    FilePond.create(document.querySelector('#files'), { server: { process: '../api/upload?delay=500', revert: null },
      onprocessfile: (error, { filename }) => { document.querySelector('#said').textContent = error ? 'failed' : 'stored ' + filename; } });`,
  cases: [
    {
      name: 'uploads a file and reads its state',
      errand: [
        upload('locator("input[type=file]")', 'letter.txt'),
        // FilePond animates for seconds before it uploads, so both tools wait for its final
        // message.
        read('get_by_text("stored letter.txt")', 'said'),
      ],
      async playwright(page) {
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByText('stored letter.txt').waitFor();
        return { said: await page.locator('#said').innerText() };
      },
      output: { said: 'stored letter.txt' },
    },
    {
      name: 'reads the name of a file that is being stored',
      errand: [
        upload('locator("input[type=file]")', 'letter.txt'),
        read('locator(".filepond--file-info-main").first', 'name'),
      ],
      async playwright(page) {
        await page.locator('input[type=file]').setInputFiles(file);
        // The message fades in and has no inner text before that.
        await page.waitForFunction(
          () => document.querySelector<HTMLElement>('.filepond--file-info-main')?.innerText,
        );
        return { name: await page.locator('.filepond--file-info-main').first().innerText() };
      },
      output: { name: 'letter.txt' },
    },
  ],
};
