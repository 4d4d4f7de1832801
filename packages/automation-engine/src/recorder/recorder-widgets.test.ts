import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, pollUntil, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { openPerson, type Person, see } from './testing/open-person.ts';
import { recordCase, recordOnly } from './testing/record-case.ts';
import { widgetCases } from './testing/widget-cases.ts';
import { widgetPage } from './testing/widget-page.ts';

const owned = new AsyncDisposableStack();
let browser: TestBrowser;
let person: Person;
let url: string;

beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(widgetPage);
  });
  owned.defer(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = owned.use(await openBrowser());
  person = owned.use(await openPerson(browser.environment));
});
afterAll(() => owned.disposeAsync());

test.each(widgetCases)('a person %s, and the replay does the same', async (...one) => {
  const [name, kinds, said, act] = one;
  const recording = await recordCase(
    {
      name,
      url,
      async act(someone, page, recorder) {
        await act(someone, page);
        // A click that comes later would be for the recorder.
        await page.waitForFunction(
          (text) => JSON.stringify(document.querySelector('#said')?.textContent).includes(text),
          {},
          said,
        );
        await recorder.pointAt('assert');
        await someone.click(see(page, '#said'));
      },
    },
    { browser, person },
  );
  const { nodes, faults } = recording.report;
  expect(nodes.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(nodes.map(({ kind }) => kind).join(' ')).toBe(`${kinds} assert`);
  expect(JSON.stringify(recording.automation)).toContain(said);
  // What the button is called after the first of two clicks.
  expect(JSON.stringify(nodes)).not.toContain('Sort 1');
  expect(faults).toEqual([]);
});

test('a person goes back and forward, within a document too', async () => {
  const typeAddress = async (address: string, page: Page) => {
    await person.press('Control', 'l');
    await person.type(address);
    await person.press('Enter');
    await pollUntil('the address', async () => page.url() === address);
  };
  const recording = await recordCase(
    {
      name: 'history',
      url,
      async act(someone, page, recorder) {
        await someone.click(see(page, '#orders'));
        await page.goBack();
        await typeAddress(`${url}#typed`, page);
        await typeAddress(`${url}second`, page);
        await page.goBack();
        await page.goBack();
        await page.goForward();
        await someone.click(see(page, '#next'), { button: 'back' });
        await pollUntil('the page before', async () => page.url() === url);
        await someone.press('Alt', 'ArrowRight');
        await recorder.pointAt('assert');
        await someone.click(see(page, '#where'));
      },
    },
    { browser, person },
  );
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ kind }) => kind).join(' ')).toBe(
    'click back go go back back go back go assert',
  );
  expect(nodes.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(faults).toHaveLength(2);
  expect(faults[0]).toContain('went forward');
  expect(JSON.stringify(recording.automation)).toContain('At #typed');
});

test('a person fills in a field whose page writes the text itself', async () => {
  const recording = await recordCase(
    {
      name: 'mask',
      url,
      async act(someone, page) {
        await someone.click(see(page, '#date'));
        await someone.type('1224');
      },
    },
    { browser, person },
  );
  expect(recording.inputs).toEqual({ date: ['12/24'] });
  expect(recording.report.nodes).toMatchObject([{ kind: 'fill', outcome: 'passed' }]);
});

test('a person corrects a search, and each text is what the field contains on submission', async () => {
  const recording = await recordOnly(
    {
      name: 'search',
      url,
      async act(someone, page) {
        await someone.click(see(page, '#tags'));
        await someone.type('abc');
        for (const key of ['Enter', 'Backspace', 'Backspace', 'Backspace', 'd', 'Enter']) {
          await someone.press(key);
        }
      },
    },
    { browser, person },
  );
  expect(recording.inputs).toEqual({ tags: ['abc'], tags_2: ['d'] });
});

test('a mode chosen twice applies to two clicks, even if the first is reported late', async () => {
  const late = Promise.withResolvers<void>();
  const recording = await recordOnly(
    {
      name: 'two extractions',
      url,
      async act(someone, page, recorder) {
        const context = page.browserContext();
        const pages = await context.pages();
        // Delays the lookup of the first click's frame, so that its note arrives after the second.
        Object.assign(context, { pages: () => late.promise.then(() => pages) });
        await recorder.pointAt('extract');
        await someone.click(see(page, '#twisty'));
        await recorder.pointAt('extract');
        late.resolve();
        await recorder.read();
        await someone.click(see(page, '#bold'));
      },
    },
    { browser, person },
  );
  expect(recording.report.nodes).toMatchObject([{ kind: 'extract' }, { kind: 'extract' }]);
});

test('a secret that a person types into a prompt is reported but not recorded', async () => {
  const recording = await recordOnly(
    {
      name: 'prompt',
      url,
      async act(someone, page) {
        await someone.click(see(page, '#ask'));
        await someone.type('tern77kelp');
        await someone.press('Enter');
      },
    },
    { browser, person },
  );
  expect(JSON.stringify(recording)).not.toContain('rn77');
  expect(recording.report.nodes).toMatchObject([{ kind: 'click' }]);
  expect(recording.report.faults).toEqual([expect.stringContaining('a prompt that asks for')]);
});

const canaries: readonly [
  place: string,
  selector: string,
  kinds: string,
  faults: readonly string[],
][] = [
  [
    'the closed shadow root of an element',
    '#vault',
    'click',
    ['<div id="vault"> was left out: it may'],
  ],
  [
    'the closed shadow root of an element that takes the focus itself',
    '#safe',
    'click',
    ['<div id="safe"> was left out: it may'],
  ],
  [
    'the closed shadow root of a custom element',
    'x-vault',
    'click',
    ['<x-vault> was left out: it may'],
  ],
  ['a text box that is no field', '#code', 'click', ['<div id="code"> was left out: it is named']],
  ['an editor that is named as a password', '#phrase', 'secret', []],
  [
    'a canvas that draws its fields',
    '#canvas',
    'click',
    ['<canvas id="canvas"> was left out: the page draws'],
  ],
  [
    'a line of text that the page draws',
    '#drawn-line',
    'click',
    ['<div id="drawn-line"> was left out: the page draws'],
  ],
  ['an editable line of text that the page draws', '#drawn-edit', 'secret', []],
  [
    'a drawn editor that is named as a password',
    '#drawn-secret',
    'click',
    ['<div id="drawn-secret"> was left out: it is named'],
  ],
];

test.each(canaries)('a secret that a person types into %s is not recorded', async (...one) => {
  const [name, selector, kinds, expected] = one;
  const recording = await recordOnly(
    {
      name,
      url,
      async act(someone, page) {
        await someone.click(see(page, selector));
        await someone.type('tern77kelp');
      },
    },
    { browser, person },
  );
  expect(JSON.stringify(recording)).not.toContain('rn77');
  const { nodes, faults } = recording.report;
  expect(nodes.map(({ kind }) => kind).join(' ')).toBe(kinds);
  expect(faults).toHaveLength(expected.length);
  for (const fault of expected) expect(faults.join('\n')).toContain(fault);
});

const openings: readonly [place: string, selector: string, kinds: string][] = [
  ['a password field that its page gave the first key', '#writes', 'click secret click'],
  ['a password field that the second key opened', '#second', 'click secret click'],
  ['a password field that opens late', '#late', 'click secret click'],
  ['a field that then becomes a password field', '#becomes', 'click secret click'],
  ['a field that becomes a password field when it is left', '#blurred', 'secret click click'],
];

test.each(openings)('no character that a person types into %s is recorded', async (...one) => {
  const [name, selector, kinds] = one;
  const recording = await recordOnly(
    {
      name,
      url,
      async act(someone, page) {
        await someone.click(see(page, selector));
        await someone.type('QzxwQzxw');
        if (selector === '#blurred') await someone.click(see(page, '#next'));
        else await page.waitForSelector(`${selector} input[type=password]`);
        await someone.click(see(page, '#login'));
      },
    },
    { browser, person },
  );
  expect(recording.report.nodes.map(({ kind }) => kind).join(' ')).toBe(kinds);
  expect(recording.inputs).toEqual({});
  expect(JSON.stringify(recording)).not.toMatch(/qz|zx|xw|"q"/i);
});
