import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { openPerson, type Person, see } from './testing/open-person.ts';
import { recordCase } from './testing/record-case.ts';

const owned = new AsyncDisposableStack();
let browser: TestBrowser;
let person: Person;
let url: string;
let html = '';

beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });
  owned.defer(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = owned.use(await openBrowser());
  person = owned.use(await openPerson(browser.environment));
});
afterAll(() => owned.disposeAsync());

interface Effect {
  /** Body of a page that shows in `#said` what was done. */
  readonly body: string;
  readonly act: (someone: Person, page: Page) => Promise<void>;
  readonly kinds: string;
  readonly said: string;
}

const effects: Readonly<Record<string, Effect>> = {
  'types over a cell, where the first key opens a field': {
    body: `<div id=cell tabindex=0>Vienna</div><textarea id=edit></textarea><script>let isOpen = false;
      cell.onkeydown = ({ key }) => { if (key.length > 1) return; isOpen = true; edit.focus(); };
      edit.onkeydown = (event) => { if (event.key !== 'Enter') return; event.preventDefault();
        if (isOpen) say('cell ' + edit.value); };</script>`,
    async act(someone, page) {
      await someone.click(see(page, '#cell'));
      await someone.type('Graz');
      await someone.press('Enter');
    },
    kinds: 'click letters keys',
    said: 'cell Graz;',
  },
  'leaves a field with Tab at the end': {
    body: `<input id=date aria-label=Date><script>date.onblur = () => say('left ' + date.value);</script>`,
    async act(someone, page) {
      await someone.fill(see(page, '#date'), '2026-12-24');
      await someone.press('Tab');
    },
    kinds: 'fill keys',
    said: 'left 2026-12-24;',
  },
  'types into an editor that draws its text itself': {
    body: `<div id=code tabindex=0 role=textbox aria-multiline=true aria-label=Code style="height: 30px"></div><script>
      let text = ''; code.editContext = new EditContext();
      code.editContext.ontextupdate = (event) => { text += event.text; if (event.text === 'k') say('code ' + text); };</script>`,
    async act(someone, page) {
      await someone.click(see(page, '#code'));
      await someone.type('ok');
    },
    kinds: 'click letters',
    said: 'code ok;',
  },
  'moves a slider with a key that the page handles': {
    body: `<input id=volume type=range aria-label=Volume value=30><script>
      volume.onkeydown = (event) => { if (event.key !== 'ArrowRight') return; event.preventDefault(); say('right'); };</script>`,
    async act(someone, page) {
      await someone.hover(see(page, '#volume'));
      await page.focus('#volume');
      await someone.press('ArrowRight');
    },
    kinds: 'keys',
    said: 'right;',
  },
  'ends a text with a paragraph that the page creates': {
    body: `<div id=editor contenteditable=true>Old</div><script>
      editor.onbeforeinput = (event) => { if (event.inputType !== 'insertParagraph') return;
        event.preventDefault(); say('paragraph after ' + editor.textContent); };</script>`,
    async act(someone, page) {
      await someone.fill(see(page, '#editor'), 'New');
      await someone.press('Enter');
    },
    kinds: 'fill keys',
    said: 'paragraph after New;',
  },
  'edits a cell whose field disappears when its value changes': {
    body: `<table><tr id=row><td>HS-102<td id=cell>Vienna</table><script>
      cell.onclick = () => { if (cell.firstElementChild) return; cell.innerHTML = '<input value=Vienna>';
        const field = cell.firstElementChild; field.focus();
        field.onchange = () => { say('cell ' + field.value); cell.textContent = field.value; }; };</script>`,
    async act(someone, page) {
      await someone.click(see(page, '#cell'));
      await someone.fill(see(page, '#cell input'), 'Oslo');
      await someone.press('Enter');
    },
    kinds: 'click fill',
    said: 'cell Oslo;',
  },
  'replaces a text with one that the page converts': {
    body: `<div id=editor contenteditable=true>Old text</div><script>
      editor.oninput = () => { if (editor.textContent !== '-\\u00a0') return; editor.textContent = ''; say('list'); };</script>`,
    async act(someone, page) {
      await someone.click(see(page, '#editor'));
      await someone.press('Control', 'a');
      await someone.press('Backspace');
      await someone.type('- milk');
    },
    kinds: 'fill',
    said: 'list;',
  },
};

test.each(Object.entries(effects))(
  'a person %s, and the replay has the same effect',
  async (...one) => {
    const [name, { body, act, kinds, said }] = one;
    html = `<!doctype html><meta charset=utf-8><title>Effect</title><p id=said></p>
    <script>const say = (text) => { said.textContent += text + ';'; };</script>${body}`;
    let shown: string | undefined;
    let replayed: unknown;
    const openPage: TestBrowser['openPage'] = async () => {
      const opened = await browser.openPage();
      return {
        ...opened,
        async [Symbol.asyncDispose]() {
          replayed = await opened.page.evaluate(`said.textContent`);
          await opened[Symbol.asyncDispose]();
        },
      };
    };
    const recording = await recordCase(
      {
        name,
        url,
        async act(someone, page) {
          await act(someone, page);
          await page.waitForFunction(`said.textContent !== ''`);
          shown = await page.$eval('#said', ({ textContent }) => textContent);
        },
      },
      { browser: { openPage }, person },
    );
    const { nodes, faults } = recording.report;
    expect({ shown, replayed }).toEqual({ shown: said, replayed: said });
    expect(nodes.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual(
      kinds.split(' ').map((kind) => `${kind} passed`),
    );
    expect(faults).toEqual([]);
  },
);
