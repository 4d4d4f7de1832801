import { click, fill, read } from '../steps.ts';
import { textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const sweetalert2: Widget = {
  name: 'sweetalert2',
  packages: ['sweetalert2'],
  html: `<button id="ask">Ask</button> <button id="name">Name</button> <button id="toast">Toast</button> <button id="late">Late</button><output id="said"></output>`,
  script: `import Swal from 'sweetalert2';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    const on = (id, act) => document.getElementById(id).addEventListener('click', act);
    on('ask', async () => { const { isConfirmed } = await Swal.fire({ title: 'Sure?', showCancelButton: true }); say(isConfirmed ? 'yes' : 'no'); });
    on('name', async () => { const { value } = await Swal.fire({ title: 'Name', input: 'text', inputLabel: 'Your name', inputValidator: (text) => (text ? undefined : 'Empty!') }); say(value); });
    on('toast', () => Swal.fire({ toast: true, title: 'Stored', position: 'top-end', timer: 20000, showConfirmButton: false }));
    on('late', async () => { await Swal.fire({ title: 'Send?', showLoaderOnConfirm: true, preConfirm: () => fetch('../api/countries?delay=600') }); say('sent'); });`,
  cases: [
    {
      name: 'confirms a question',
      errand: [
        click('get_by_role("button", name="Ask")'),
        click('get_by_role("button", name="OK")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Ask' }).click();
        await page.getByRole('button', { name: 'OK' }).click();
      },
      shows: { read: textOf('#said'), is: 'yes' },
    },
    {
      name: 'cancels a question',
      errand: [
        click('get_by_role("button", name="Ask")'),
        click('get_by_role("button", name="Cancel")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Ask' }).click();
        await page.getByRole('button', { name: 'Cancel' }).click();
      },
      shows: { read: textOf('#said'), is: 'no' },
    },
    {
      name: 'gives a name after an empty one was refused',
      errand: [
        click('get_by_role("button", name="Name")'),
        click('get_by_role("button", name="OK")'),
        read('locator(".swal2-validation-message")', 'refusal'),
        fill('get_by_label("Your name")', 'Ada'),
        click('get_by_role("button", name="OK")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Name' }).click();
        await page.getByRole('button', { name: 'OK' }).click();
        const refusal = await page.locator('.swal2-validation-message').innerText();
        await page.getByLabel('Your name').fill('Ada');
        await page.getByRole('button', { name: 'OK' }).click();
        return { refusal };
      },
      shows: { read: textOf('#said'), is: 'Ada' },
      output: { refusal: 'Empty!' },
    },
    {
      name: 'reads a toast',
      errand: [
        click('get_by_role("button", name="Toast")'),
        read('locator(".swal2-title")', 'toast'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Toast' }).click();
        return { toast: await page.locator('.swal2-title').innerText() };
      },
      output: { toast: 'Stored' },
    },
    {
      name: 'reads the answer after a dialog that waits for a server',
      errand: [
        click('get_by_role("button", name="Late")'),
        click('get_by_role("button", name="OK")'),
        read('locator("#said")', 'said'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Late' }).click();
        await page.getByRole('button', { name: 'OK' }).click();
        await page.getByText('sent').waitFor();
        return { said: await page.locator('#said').innerText() };
      },
      output: { said: 'sent' },
    },
  ],
};
