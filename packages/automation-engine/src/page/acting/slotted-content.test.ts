import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import type { ElementHandle } from 'puppeteer';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';
import { callOn } from '../browser/call-in-page.ts';

let browser: TestBrowser;
let stage: Stage;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

/**
 * Defines an element with this content in its shadow root. Records clicks on its elements with an
 * id.
 */
const define = (name: string, shadow: string, mode: 'open' | 'closed' = 'open') =>
  `<script>
    window.seen ??= []; window.inner ??= {};
    customElements.define('${name}', class extends HTMLElement {
      constructor() {
        super();
        const root = this.attachShadow({ mode: '${mode}' });
        root.innerHTML = ${JSON.stringify(shadow)};
        for (const element of root.querySelectorAll('[id]')) {
          inner[element.id] = element;
          element.addEventListener('click', () => seen.push(element.id));
        }
      }
    });
  </script>`;
const button = '<button id=button part=base><span><slot></slot></span></button>';
const click = (command = 'get_by_role("button")', params: object = {}) =>
  interact('click_element', { command, ...params }, { group: { max_timeout_seconds_per_try: 1 } });

test.each([
  ['text', 'Save'],
  ['an element', '<b>Save</b>'],
  ['text between comments', '<!-- a -->Save<!-- b -->'],
  ['an element without pointer events', '<b style="pointer-events:none">Save</b>'],
])('clicks a button that shows slotted content: %s', async (_what, label) => {
  const run = await stage.run(`${define('x-button', button)}<x-button>${label}</x-button>`, [
    click(),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen')).toEqual(['button']);
});

test.each([
  ['a slot in a slot', '<x-button><slot></slot></x-button>', 'Save'],
  ['a slot with a default text', '<x-button><slot>Save</slot></x-button>', ''],
  ['a named slot', '<x-button><slot name=label></slot></x-button>', '<i slot=label>Save</i>'],
])('clicks a button that gets its text through %s', async (_what, outer, label) => {
  const run = await stage.run(
    `${define('x-button', button)}${define('x-outer', outer)}<x-outer>${label}</x-outer>`,
    [click()],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('seen')).toEqual(['button']);
});

test('checks a box whose label is slotted text', async () => {
  const box =
    '<label><input type=checkbox style="position:absolute;opacity:0"><slot></slot></label>';
  const run = await stage.run(`${define('x-box', box)}<x-box>I agree</x-box>`, [
    interact('check', { command: 'get_by_role("checkbox")' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(
    await run.read('document.querySelector("x-box").shadowRoot.querySelector("input").checked'),
  ).toBe(true);
});

test('clicks a link around a slot, found by the text in the slot', async () => {
  const run = await stage.run(
    `${define('x-link', '<a id=link href="#done"><slot></slot></a>')}<x-link><em style="pointer-events:none">More</em></x-link>`,
    [click('get_by_text("More")')],
  );
  expect(failureOf(run)).toBe('success');
  expect(await run.read('[seen, location.hash]')).toEqual([['link'], '#done']);
});

test.each([
  [
    'an element of the same shadow root',
    `${button}<div id=cover style="position:absolute;inset:0"></div>`,
  ],
  [
    "content that the host's style adds",
    `<style>:host::after { content: ""; position: absolute; inset: 0 }</style>${button}`,
  ],
  [
    'slotted text outside any button',
    '<button id=button style="position:absolute;inset:0;z-index:-1"></button><slot></slot>',
  ],
])('does not click a button that is covered by %s', async (_what, shadow) => {
  const host = '<style>:host { display: inline-block; position: relative }</style>';
  const run = await stage.run(
    `${define('x-button', host + shadow)}<x-button>Save and close</x-button>`,
    [click()],
  );
  expect(failureOf(run)).toMatch(/^not_actionable: .* is covered by <(div id="cover"|x-button)>/);
  expect(await run.read('seen')).toEqual([]);
});

test('resolves slots in closed shadow roots, and detects what covers a button there', async () => {
  await using opened = await browser.openPage(
    `${define('x-button', button, 'closed')}${define('x-outer', '<x-button><slot></slot></x-button>', 'closed')}
     <x-outer>Text</x-outer><x-outer><b>Element</b></x-outer>`,
  );
  const { page } = opened;
  const problemAt = async (index: number) => {
    await using handle = await page.evaluateHandle('inner.button');
    const target = handle.asElement() as ElementHandle | null;
    if (!target) throw new Error('There is no button.');
    const point = await page.evaluate((at) => {
      const range = document.createRange();
      const host = document.querySelectorAll('x-outer')[at];
      if (!host) throw new Error('There is no such element.');
      range.selectNodeContents(host);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, index);
    return await callOn(target, 'whyNotHit', point);
  };
  // The element created last: the button of the second host.
  expect(await problemAt(1)).toBeUndefined();
  expect(await problemAt(0)).toMatch(/is covered by/);
});
