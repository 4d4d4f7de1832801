import { click, fill, press, read, type } from '../steps.ts';
import { isVisible, textOf, valueOf } from '../reads.ts';
import type { Widget } from '../widget.ts';

export const jqueryUi: Widget = {
  name: 'jquery-ui',
  packages: ['jquery', 'jquery-ui'],
  html: `<label>City <input id="city"></label> <label>Date <input id="date"></label>
    <label for="speed">Speed</label><select id="speed"><option>Slow</option><option>Medium</option><option>Fast</option></select>
    <label for="amount">Amount</label><input id="amount" value="3">
    <div id="volume"></div>
    <button id="open">Open</button><div id="dialog" title="Delete?">It cannot be undone.</div>
    <div id="sections"><h3>First</h3><div>First text</div><h3>Second</h3><div>Second text</div></div>
    <div id="tabs"><ul><li><a href="#t1">One</a></li><li><a href="#t2">Two</a></li></ul><div id="t1">Tab one</div><div id="t2">Tab two</div></div>
    <output id="said"></output>`,
  script: `import $ from 'jquery-on-window';
    import 'jquery-ui/dist/jquery-ui.js';
    import 'jquery-ui/dist/themes/base/jquery-ui.css';
    const say = (text) => $('#said').text(text);
    $('#city').autocomplete({ delay: 300, source: ['Ankara', 'Athens', 'Berlin', 'Bern', 'Brussels', 'Vienna', 'Vilnius'], select: (event, { item }) => say(item.value) });
    $('#date').datepicker({ dateFormat: 'yy-mm-dd', defaultDate: '2026-03-10' });
    $('#speed').selectmenu({ change: (event, { item }) => say(item.value) });
    $('#amount').spinner();
    $('#volume').slider({ value: 10, slide: (event, { value }) => say(value) });
    $('#dialog').dialog({ autoOpen: false, modal: true, show: { effect: 'fade', duration: 400 }, buttons: {
      Delete() { say('deleted'); $(this).dialog('close'); }, Cancel() { $(this).dialog('close'); } } });
    $('#open').on('click', () => $('#dialog').dialog('open'));
    $('#sections').accordion();
    $('#tabs').tabs({ hide: 200, show: 200 });`,
  cases: [
    {
      name: 'completes a city that is suggested after a pause',
      errand: [
        type('get_by_label("City")', 'vi'),
        click('get_by_role("listitem").filter(has_text="Vienna")'),
      ],
      async playwright(page) {
        await page.getByLabel('City').pressSequentially('vi');
        await page.getByRole('listitem').filter({ hasText: 'Vienna' }).click();
      },
      shows: { read: `[${valueOf('#city')}, ${textOf('#said')}]`, is: ['Vienna', 'Vienna'] },
    },
    {
      name: 'picks a day of the next month',
      errand: [
        click('get_by_label("Date")'),
        click('get_by_title("Next")'),
        click('get_by_role("link", name="17", exact=True)'),
        read('get_by_label("Date")', 'date'),
      ],
      async playwright(page) {
        await page.getByLabel('Date').click();
        await page.getByTitle('Next').click();
        await page.getByRole('link', { name: '17', exact: true }).click();
        return { date: await page.getByLabel('Date').inputValue() };
      },
      shows: { read: valueOf('#date'), is: '2026-04-17' },
      output: { date: '2026-04-17' },
    },
    {
      name: 'chooses an entry of a select menu',
      errand: [click('locator("#speed-button")'), click('get_by_role("option", name="Fast")')],
      async playwright(page) {
        await page.locator('#speed-button').click();
        await page.getByRole('option', { name: 'Fast' }).click();
      },
      shows: { read: `[${valueOf('#speed')}, ${textOf('#said')}]`, is: ['Fast', 'Fast'] },
    },
    {
      name: 'spins a number up twice',
      errand: [
        click('locator(".ui-spinner-up")'),
        click('locator(".ui-spinner-up")'),
        read('get_by_label("Amount")', 'amount', 'int'),
      ],
      async playwright(page) {
        await page.locator('.ui-spinner-up').click();
        await page.locator('.ui-spinner-up').click();
        return { amount: Number(await page.getByLabel('Amount').inputValue()) };
      },
      output: { amount: 5 },
    },
    {
      name: 'moves a slider with the keyboard',
      errand: [
        click('locator("#volume .ui-slider-handle")'),
        press('right'),
        press('right'),
        press('pageup'),
      ],
      async playwright(page) {
        await page.locator('#volume .ui-slider-handle').click();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('PageUp');
      },
      shows: { read: textOf('#said'), is: '32' },
    },
    {
      name: 'confirms in a modal dialog that fades in',
      errand: [
        click('get_by_role("button", name="Open")'),
        click('get_by_role("dialog").get_by_role("button", name="Delete")'),
      ],
      async playwright(page) {
        await page.getByRole('button', { name: 'Open' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      },
      shows: { read: textOf('#said'), is: 'deleted' },
    },
    {
      name: 'opens the second section of an accordion and reads it',
      errand: [
        click('get_by_role("tab", name="Second")'),
        read('get_by_role("tabpanel", name="Second")', 'text'),
      ],
      async playwright(page) {
        await page.getByRole('tab', { name: 'Second' }).click();
        await page.getByText('Second text').waitFor();
        return { text: await page.getByRole('tabpanel', { name: 'Second' }).innerText() };
      },
      output: { text: 'Second text' },
    },
    {
      name: 'goes to a tab that fades in',
      errand: [
        click('get_by_role("tab", name="Two")'),
        read('locator("#tabs").get_by_role("tabpanel")', 'text'),
      ],
      async playwright(page) {
        await page.getByRole('tab', { name: 'Two' }).click();
        await page.getByText('Tab two').waitFor();
        return { text: await page.locator('#t2').innerText() };
      },
      output: { text: 'Tab two' },
    },
    {
      name: 'types a date and leaves the field',
      errand: [fill('get_by_label("Date")', '2026-12-24'), press('tab')],
      async playwright(page) {
        await page.getByLabel('Date').fill('2026-12-24');
        await page.keyboard.press('Tab');
      },
      shows: {
        read: `[${valueOf('#date')}, ${isVisible('#ui-datepicker-div')}]`,
        is: ['2026-12-24', false],
      },
    },
  ],
};
