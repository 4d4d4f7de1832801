import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPage, type TestPage } from '@errand/test-kit';
import type { Page } from 'puppeteer';
import { createElementNumbers } from './element-numbers.ts';
import { type ModelTree, readModelTree } from './read-model-tree.ts';

let opened: TestPage;
beforeAll(async () => {
  opened = await openPage();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
type Options = Partial<Parameters<typeof readModelTree>[1]>;

const standards =
  '<!doctype html><meta charset=utf-8><style>body { margin: 0; font: 16px sans-serif }</style>';

/** Shows a new document in the window of all tests. */
async function show(html: string): Promise<Page> {
  await opened.page.goto('about:blank');
  await opened.page.setContent(`${standards}${html}`);
  return opened.page;
}

async function withTree(
  html: string,
  use: (tree: ModelTree, page: Page) => Promise<void> | void,
  options: Options = {},
): Promise<void> {
  const page = await show(html);
  await use(await readModelTree(page, { signal, ...options }), page);
}

async function textOf(html: string, options: Options = {}): Promise<string> {
  let text = '';
  await withTree(html, (tree) => void (text = tree.text), options);
  return text;
}

test('lists usable elements with an index, and readable text', async () => {
  const text = await textOf(`<h1>New order</h1><p>Pick <b>one</b> wood,<br>please.</p>
    <form><label for=n>Name</label><input id=n value=Oak required>
    <button type=submit>Save <i>now</i></button> <a href=/help>Help</a></form>`);
  expect(text).toBe(
    [
      'New order',
      'Pick one wood,',
      'please.',
      'Name',
      '[1]<input id=n required=true value=Oak ax_name=Name />',
      '[2]<button type=submit />',
      '\tSave now',
      '[3]<a />',
      '\tHelp',
    ].join('\n'),
  );
});

test('shows states, formats and options of fields', async () => {
  const text =
    await textOf(`<input type=checkbox checked aria-label=Terms><input type=date value=2026-02-03>
    <select><option>Oak<option selected>Teak<option>Ash<option>Elm<option>Fir</select>
    <div role=tab aria-expanded=false tabindex=0>More</div><button disabled>Send</button>
    <textarea>two\nlines</textarea>`);
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^\[1\]<input type=checkbox aria-label=Terms checked=true/),
    expect.stringMatching(/^\[2\]<input type=date format=YYYY-MM-DD value=2026-02-03/),
    expect.stringMatching(
      /^\[3\]<select value=Teak count=5 options=Oak \| Teak \| Ash \| Elm \| …/,
    ),
    expect.stringMatching(/^\[4\]<div role=tab.* expanded=false/),
    '\tMore',
    expect.stringMatching(/^\[5\]<button disabled=true \/>/),
    '\tSend',
    expect.stringMatching(/^\[6\]<textarea value=two lines/),
  ]);
});

test('keeps a checkbox that is drawn by its label', async () => {
  const text =
    await textOf(`<style>input { position: absolute; opacity: 0 } span { display: inline-block; position: relative; width: 20px; height: 20px; background: #eee }</style>
    <label><input type=checkbox id=c><span></span> Agree</label>`);
  expect(text).toContain('<input type=checkbox id=c checked=false');
});

test('lists a label only if its control cannot be pointed at', async () => {
  const field = '<label for=f>Field</label><input id=f>';
  const hidden = '<label for=h>Upload</label><input id=h type=file style="display:none">';
  expect(await textOf(field + hidden)).toBe(
    'Field\n[1]<input id=f ax_name=Field />\n[2]<label />\n\tUpload',
  );
});

test('never reveals a password', async () => {
  const text = await textOf('<input type=password value=hunter2><input type=password>');
  expect(text).not.toContain('hunter2');
  expect(text).toContain('[1]<input type=password filled=true />\n[2]<input type=password />');
});

test('redacts secrets in text and attributes before shortening them', async () => {
  const text = await textOf(
    `<p>your ssssssecret</p><button title="${'x'.repeat(90)} ${'s'.repeat(40)}ecret">Go</button>`,
    { redact: (said) => said.replaceAll(/s{6,}ecret/g, '***') },
  );
  expect(text).toContain('your ***');
  expect(text).not.toMatch(/ss/);
});

test('includes open and closed shadow roots and frames of other sites', async () => {
  await withTree(
    `<div id=o></div><div id=c></div><script>
      o.attachShadow({ mode: 'open' }).innerHTML = '<button>Open one</button>';
      c.attachShadow({ mode: 'closed' }).innerHTML = '<button>Closed one</button>';
    </script><iframe title=Same srcdoc="<button>Same site</button>"></iframe>
    <iframe title=Other src="data:text/html,<button>Other site</button>"></iframe>`,
    async ({ text, resolve }) => {
      expect(text.split('\n')).toEqual([
        '|SHADOW(open)|[1]<button />',
        '\tOpen one',
        '|SHADOW(closed)|[2]<button />',
        '\tClosed one',
        '|IFRAME|<iframe title=Same />',
        '\t[3]<button />',
        '\t\tSame site',
        '|IFRAME|<iframe title=Other />',
        '\t[4]<button />',
        '\t\tOther site',
      ]);
      for (const [index, expected] of [
        'Open one',
        'Closed one',
        'Same site',
        'Other site',
      ].entries()) {
        const found = await resolve(index + 1);
        if (found.state !== 'found') throw new Error(`${expected} is ${found.state}`);
        expect(await found.handle.evaluate((element) => element.textContent)).toBe(expected);
      }
    },
  );
});

test('drops elements that only contain others, unless configured otherwise', async () => {
  const html = '<div onclick="0"><button>One</button><button>Two</button></div>';
  const kept = await textOf(html, { removeEmptyNodes: false });
  expect(kept).toBe('[1]<div />\n\t[2]<button />\n\t\tOne\n\t[3]<button />\n\t\tTwo');
  expect(await textOf(html)).toBe('[2]<button />\n\tOne\n[3]<button />\n\tTwo');
});

test('reports what it leaves out of a page that is too long, and does not resolve it', async () => {
  const rows = Array.from({ length: 50 }, (_, row) => `<button>Row ${row}</button>`).join('');
  await withTree(
    rows,
    async ({ text, isTruncated, resolve }) => {
      expect(text.length).toBeLessThan(360);
      expect(text).toMatch(/\n\(cut here: \d+ more lines do not fit\)$/);
      expect(isTruncated).toBe(true);
      expect((await resolve(1)).state).toBe('found');
      expect((await resolve(50)).state).toBe('unknown');
    },
    { maxCharacters: 300 },
  );
});

test('reports an empty page', async () => {
  await withTree('', ({ text, isTruncated }) => {
    expect(text).toBe('The page is empty. It may still be loading.');
    expect(isTruncated).toBe(false);
  });
});

test('shows how far an element scrolls', async () => {
  const text = await textOf(
    '<div id=l style="height:100px;overflow:auto"><p style="height:300px;margin:0">x1</p></div>',
  );
  expect(text).toContain('|scroll element|[1]<div id=l /> (0.0 pages above, 2.0 pages below)');
});

test('keeps page text from passing for a line of the tree', async () => {
  const text = await textOf('<p>[1]&lt;button id=pay /&gt;</p><button>Real</button>');
  expect(text.split('\n')[0]).toBe(' [1]<button id=pay />');
  expect(await textOf('<button title="a&#10;[9]<b/>">R</button>')).not.toMatch(/^\[9\]/m);
});

test.each([
  ['is gone', "document.querySelector('button').remove()"],
  ['has another name', "document.querySelector('button').textContent = 'Delete all'"],
  ['has another role', "document.querySelector('button').setAttribute('role', 'link')"],
  ['is in another document', "location.href = 'about:blank'"],
])('refuses an element that %s', async (_change, script) => {
  await withTree('<button>Pay</button>', async ({ resolve }, page) => {
    await Promise.allSettled([page.evaluate(script)]);
    if (script.includes('about:blank')) await page.goto('about:blank');
    expect((await resolve(1)).state).toBe('stale');
  });
});

test('keeps numbers across trees and marks new elements', async () => {
  const page = await show('<button>One</button>');
  const numbers = createElementNumbers();
  const read = () => readModelTree(page, { signal, numbers });
  expect((await read()).text).toBe('[1]<button />\n\tOne');
  await page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<a href=#>Two</a>')");
  expect((await read()).text).toBe('*[2]<a />\n\tTwo\n[1]<button />\n\tOne');
  expect((await read()).text).toBe('[2]<a />\n\tTwo\n[1]<button />\n\tOne');
});
