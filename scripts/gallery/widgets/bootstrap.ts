import { check, click, hover, read, select, uncheck } from '../steps.ts';
import { isVisible, textOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const bootstrap: Widget = {
  name: 'bootstrap',
  packages: ['bootstrap', '@popperjs/core'],
  html: `<div class="container p-3">
    <div class="dropdown"><button class="btn btn-secondary dropdown-toggle" data-bs-toggle="dropdown">More</button>
      <ul class="dropdown-menu"><li><a class="dropdown-item" href="#rename">Rename</a></li><li><a class="dropdown-item" href="#remove">Remove</a></li></ul></div>
    <button class="btn btn-primary" data-bs-toggle="modal" data-bs-target="#modal">Open modal</button>
    <div class="modal fade" id="modal" tabindex="-1" aria-labelledby="title"><div class="modal-dialog"><div class="modal-content">
      <div class="modal-header"><h5 id="title">Order</h5><button class="btn-close" data-bs-dismiss="modal" aria-label="Close"></button></div>
      <div class="modal-body"><label for="size">Size</label><select id="size" class="form-select"><option>Small</option><option>Large</option></select></div>
      <div class="modal-footer"><button class="btn btn-primary" id="ok" data-bs-dismiss="modal">OK</button></div></div></div></div>
    <button class="btn btn-secondary" id="tip" data-bs-toggle="tooltip" title="Costs nothing">Hover me</button>
    <button class="btn btn-secondary" data-bs-toggle="collapse" data-bs-target="#details">Details</button><div class="collapse" id="details">Hidden details</div>
    <button class="btn btn-secondary" data-bs-toggle="offcanvas" data-bs-target="#side">Side</button>
    <div class="offcanvas offcanvas-end" id="side" tabindex="-1"><div class="offcanvas-body"><button class="btn btn-link" id="inside">Inside</button></div></div>
    <div class="form-check form-switch"><input class="form-check-input" type="checkbox" role="switch" id="dark"><label class="form-check-label" for="dark">Dark mode</label></div>
    <div id="toasts" class="toast-container position-fixed bottom-0 end-0"><div class="toast" id="toast"><div class="toast-body">Saved!</div></div></div>
    <button class="btn btn-success" id="toaster">Toast</button>
    <ul class="nav nav-tabs"><li class="nav-item"><button class="nav-link active" data-bs-toggle="tab" data-bs-target="#home">Home</button></li><li class="nav-item"><button class="nav-link" data-bs-toggle="tab" data-bs-target="#profile">Profile</button></li></ul>
    <div class="tab-content"><div class="tab-pane fade show active" id="home">Home text</div><div class="tab-pane fade" id="profile">Profile text</div></div>
    <output id="said"></output></div>`,
  script: `import * as bootstrap from 'bootstrap';
    import 'bootstrap/dist/css/bootstrap.css';
    const say = (text) => { document.querySelector('#said').textContent = text; };
    new bootstrap.Tooltip('#tip', { delay: { show: 200, hide: 0 } });
    document.querySelector('#ok').addEventListener('click', () => say(document.querySelector('#size').value));
    document.querySelector('#inside').addEventListener('click', () => say('inside'));
    document.querySelector('#dark').addEventListener('change', (event) => say(String(event.target.checked)));
    document.querySelector('#toaster').addEventListener('click', () => new bootstrap.Toast('#toast').show());
    for (const link of document.querySelectorAll('.dropdown-item')) link.addEventListener('click', () => say(link.textContent));`,
  cases: [
    {
      name: 'chooses an entry of a dropdown',
      errand: [
        click('get_by_role("button", name="More")'),
        click('get_by_role("link", name="Remove")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('link', { name: 'Remove' }).click();
      },
      shows: { read: textOf('#said'), is: 'Remove' },
    },
    {
      name: 'selects in a modal that fades in, and closes it',
      errand: [
        click('get_by_role("button", name="Open modal")'),
        select('get_by_label("Size")', 'Large'),
        click('get_by_role("button", name="OK")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open modal' }).click();
        await page.getByLabel('Size').selectOption('Large');
        await page.getByRole('button', { name: 'OK' }).click();
      },
      shows: { read: `[${textOf('#said')}, ${isVisible('#modal')}]`, is: ['Large', false] },
    },
    {
      name: 'opens a modal again after it was closed',
      errand: [
        click('get_by_role("button", name="Open modal")'),
        click('get_by_role("button", name="Close")'),
        click('get_by_role("button", name="Open modal")'),
        read('get_by_role("dialog").get_by_role("heading")', 'title'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open modal' }).click();
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Open modal' }).click();
        return { title: await page.getByRole('dialog').getByRole('heading').innerText() };
      },
      shows: { read: isVisible('#modal'), is: true },
      output: { title: 'Order' },
    },
    {
      name: 'reads a tooltip that appears after a delay',
      errand: [
        hover('get_by_role("button", name="Hover me")'),
        read('get_by_role("tooltip")', 'tip'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Hover me' }).hover();
        return { tip: await page.getByRole('tooltip').innerText() };
      },
      output: { tip: 'Costs nothing' },
    },
    {
      name: 'unfolds details and reads them',
      errand: [
        click('get_by_role("button", name="Details")'),
        read('locator("#details")', 'details'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Details' }).click();
        return { details: await page.locator('#details').innerText() };
      },
      output: { details: 'Hidden details' },
    },
    {
      name: 'clicks in a panel that slides in',
      errand: [
        click('get_by_role("button", name="Side")'),
        click('get_by_role("button", name="Inside")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Side' }).click();
        await page.getByRole('button', { name: 'Inside' }).click();
      },
      shows: { read: textOf('#said'), is: 'inside' },
    },
    {
      name: 'turns a switch on',
      errand: [check('get_by_role("switch", name="Dark mode")')],
      async playwright(page) {
        await page.getByRole('switch', { name: 'Dark mode' }).check();
      },
      shows: { read: textOf('#said'), is: 'true' },
    },
    {
      name: 'turns a switch on and off again',
      errand: [
        check('get_by_role("switch", name="Dark mode")'),
        uncheck('get_by_role("switch", name="Dark mode")'),
      ],
      async playwright(page) {
        await page.getByRole('switch', { name: 'Dark mode' }).check();
        await page.getByRole('switch', { name: 'Dark mode' }).uncheck();
      },
      shows: { read: textOf('#said'), is: 'false' },
    },
    {
      name: 'reads a toast',
      errand: [
        click('get_by_role("button", name="Toast")'),
        read('locator(".toast.show")', 'toast'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Toast' }).click();
        return { toast: await page.locator('.toast.show').innerText() };
      },
      output: { toast: 'Saved!' },
    },
    {
      name: 'goes to a tab that fades in and reads it',
      errand: [
        click('get_by_role("tab", name="Profile").or_(get_by_role("button", name="Profile"))'),
        read('locator(".tab-pane.active")', 'text'),
      ],
      async playwright(page) {
        await page
          .getByRole('tab', { name: 'Profile' })
          .or(page.getByRole('button', { name: 'Profile' }))
          .click();
        await page.getByText('Profile text').waitFor();
        return { text: await page.locator('.tab-pane.active').innerText() };
      },
      output: { text: 'Profile text' },
    },
  ],
};
