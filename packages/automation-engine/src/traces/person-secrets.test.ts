import { expect, test } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { interact } from '../test/run-on-page.ts';
import { useStage } from '../test/use-stage.ts';
import { readTrace } from './testing/read-trace.ts';
import { openTraceFile } from './trace-file.ts';

const password = 'Wh1skers!Zebra88';
const code = '493817';

const stage = useStage((_request, response) => response.end('{}'));

/** Runs a wait for a person and then a step that fails. Returns all that the run leaves behind. */
async function waitOn(html: string, act: (page: Page) => Promise<void>): Promise<string> {
  const opened = Promise.withResolvers<Page>();
  const directory = mkdtempSync(join(tmpdir(), 'errand-person-'));
  const file = openTraceFile({ directory, title: 'test', keepsBodies: true });
  const wait = { human_in_loop_action: { max_wait_time: 60 }, end_sleep_time: 0 };
  const nodes = [wait, interact('click_element', { command: 'locator("#missing")' })];
  const run = await stage.run(html, nodes, {
    onPage: opened.resolve,
    dependencies: {
      trace: file,
      humanInTheLoop: {
        async waitForResume() {
          await act(await opened.promise);
          return undefined;
        },
      },
    },
  });
  const { events, entries, files } = readTrace(await file.pack());
  const bodies = [...files.values()].map((content) => Buffer.from(content).toString());
  const evidence = run.events.map(
    (event) => event.evidence && { ...event.evidence, screenshot: 0 },
  );
  return JSON.stringify({ events, entries, bodies, evidence });
}

test('redacts a password that a person typed and sent with a form', async () => {
  const left = await waitOn(
    `<form method=post action="/login"><input name=u><input name=p type=password>
     <button onclick="console.log('typed', p.value)">Sign in</button></form>
     <script>const p = document.querySelector('[name=p]')</script>`,
    async (page) => {
      await page.type('[name=u]', 'anna.k');
      await page.type('[name=p]', password);
      await Promise.all([page.waitForNavigation(), page.click('button')]);
    },
  );
  expect(left).toContain('u=anna.k&p=[redacted]');
  expect(left).toContain('typed [redacted]');
  expect(left.includes('Zebra88')).toBe(false);
});

test('redacts what a page does with a password while a person types it', async () => {
  const left = await waitOn(
    `<input type=password oninput="document.querySelector('p').textContent = value;
       console.log(value); fetch('/seen', { method: 'POST', body: value })"><p></p>`,
    (page) => page.type('input', password),
  );
  expect(left).toContain('"text":"[redacted]"');
  expect(left.includes('Zebra88')).toBe(false);
});

test.each([
  ['a one-time code', '<input autocomplete=one-time-code>'],
  ['a code by its name', '<label>OTP code <input></label>'],
  ['the boxes of a code', '<p>' + '<input maxlength=1 name=otp>'.repeat(code.length) + '</p>'],
])('redacts %s that a person types', async (_name, html) => {
  const show =
    "console.log('is', [...document.querySelectorAll('input')].map((i) => i.value).join(''))";
  const left = await waitOn(`${html}<button onclick="${show}">Go</button>`, async (page) => {
    const boxes = await page.$$('input');
    for (const [at, box] of boxes.entries())
      await box.type(boxes.length > 1 ? (code[at] ?? '') : code);
    await page.click('button');
  });
  expect(left).toContain('is [redacted]');
  expect(left.includes(code)).toBe(false);
});

test('contains no card code that a person types, which is too short to be found elsewhere', async () => {
  const left = await waitOn(
    '<table><tr><td>Code<td><input autocomplete=cc-csc><td><button>Pay</button></table>',
    (page) => page.type('input', '907'),
  );
  expect(left).toContain('cc-csc');
  expect(left).not.toMatch(/\b907\b/);
});

test('redacts a password that was typed in a frame and in a new tab', async () => {
  const field = '<input type=password onchange="console.log(value)">';
  const left = await waitOn(`<iframe srcdoc='${field}'></iframe>`, async (page) => {
    const inFrame = await page.frames().at(-1)?.waitForSelector('input');
    await inFrame?.type(`${password}1`);
    const opening = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await page.evaluate((html) => {
      open('')?.document.write(html);
    }, field);
    const tab = await opening;
    await tab?.type('input', 'tab-Of-The-Portal');
    await tab?.keyboard.press('Tab');
  });
  expect(left.includes('Zebra88')).toBe(false);
  expect(left.includes('tab-Of')).toBe(false);
});

test('keeps other text that a person types', async () => {
  const left = await waitOn(`<input id=city onchange="console.log('is', value)">`, async (page) => {
    await page.type('input', 'Amsterdam');
    await page.keyboard.press('Tab');
  });
  expect(left).toContain('is Amsterdam');
});

test('leaves out bodies and the console once a person typed where no field can be seen', async () => {
  const left = await waitOn(
    `<closed-field></closed-field><script>
       const root = document.querySelector('closed-field').attachShadow({ mode: 'closed' });
       root.innerHTML = '<input type=password>';
       root.firstChild.oninput = ({ target }) => {
         console.log(target.value);
         fetch('/seen', { method: 'POST', body: target.value });
       };
     </script>`,
    async (page) => {
      await page.mouse.click(30, 15);
      await page.keyboard.type(password);
    },
  );
  expect(left).toContain('A person may have typed a secret');
  expect(left.includes('Zebra88')).toBe(false);
});
