import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { openPerson, type Person, see } from './testing/open-person.ts';
import { recordCase } from './testing/record-case.ts';
import { widgetPage } from './testing/widget-page.ts';

type Act = (person: Person, page: Page) => Promise<void>;

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

/** What a person does, what is recorded, and what the page says in the end, also in the replay. */
const cases: readonly [name: string, kinds: string, said: string, act: Act][] = [
  [
    'clicks in a menu that shows while the pointer is over it',
    'click',
    'pasted;',
    async (someone, page) => {
      await someone.hover(see(page, '#menu'));
      await someone.click(see(page, '#paste'));
    },
  ],
  [
    'types tags that leave the field, and takes one back',
    'fill keys',
    'tag tall,; tag wide,; untagged;',
    async (someone, page) => {
      await someone.click(see(page, '#tags'));
      await someone.type('tall,wide,');
      await someone.press('Backspace');
    },
  ],
  [
    'makes the text of an editor bold',
    'click keys click',
    'bold Old text;',
    async (someone, page) => {
      await someone.click(see(page, '#editor'));
      await someone.press('Control', 'a');
      await someone.click(see(page, '#bold'));
    },
  ],
  [
    'types where no field is',
    'click letters keys',
    'key g; key o; key Enter;',
    async (someone, page) => {
      await someone.click(see(page, '#grid'));
      await someone.type('go');
      await someone.press('Enter');
    },
  ],
  [
    'ends a text of several lines by the Enter key that the page takes',
    'fill',
    'noted Leave it;',
    async (someone, page) => {
      await someone.fill(see(page, '#note'), 'Leave it');
      await someone.press('Enter');
    },
  ],
  [
    'unfolds a branch without selecting it',
    'click',
    'unfolded;',
    (someone, page) => someone.click(see(page, '#twisty')),
  ],
  [
    'clicks twice on what changes its name',
    'click',
    'sorted; sorted;',
    (someone, page) => someone.click(see(page, 'section button'), { isDouble: true }),
  ],
];

test.each(cases)('a person %s, and the replay does the same', async (...one) => {
  const [name, kinds, said, act] = one;
  const recording = await recordCase(
    {
      name,
      url,
      async act(someone, page, recorder) {
        await act(someone, page);
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
