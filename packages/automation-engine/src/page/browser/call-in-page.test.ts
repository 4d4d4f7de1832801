import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ElementHandle, Page } from 'puppeteer';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateInPageScripts } from '../../../generate.ts';
import { isolatedRealm } from './isolated-realm.ts';
import { callIn, callInOrder, callOn, handleIn } from './call-in-page.ts';
import { inPageLibrary } from '../in-page/install-library.generated.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => browser[Symbol.asyncDispose]());

test('the committed in-page scripts match their sources', async () => {
  const scripts = await generateInPageScripts();
  expect(scripts).toHaveLength(5);
  for (const { path, content } of scripts) expect(readFileSync(path, 'utf8')).toBe(content);
});

test('no source file builds a script from the source text of functions', () => {
  const sources = join(import.meta.dirname, '../..');
  const joins =
    /\.map\(String\)\s*\.join|\.map\(\(?\w+\)? => `?\$?\{?\w+\.toString\(\)|\$\{\w+\.toString\(\)\}/;
  const files = globSync('**/*.ts', { cwd: sources }).filter((file) => !file.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(300);
  const joining = files.filter((file) => joins.test(readFileSync(join(sources, file), 'utf8')));
  expect(joining).toEqual([]);
  expect('functions.map(String).join()').toMatch(joins);
});

test('sends the library once to each document, and then only a name', async () => {
  await using opened = await browser.openPage('<input id=name>');
  const { page } = opened;
  await using first = await find(page, '#name');
  const sent = countBytes(page);
  expect(await callOn(first, 'readFact', 'input_value')).toEqual(
    await callOn(first, 'readFact', 'input_value'),
  );
  const [missing = 0, library = 0, again = 0, known = 0, ...more] = sent;
  expect(more).toEqual([]);
  expect(library).toBeGreaterThan(inPageLibrary.length);
  for (const bytes of [missing, again, known]) expect(bytes).toBeLessThan(1000);
  process.stdout.write(`bytes of a call: ${known}; the library, once: ${library}\n`);

  await page.setContent('<input id=name value=next>');
  await page.goto('data:text/html,<input id=name value=other>');
  await using second = await find(page, '#name');
  sent.length = 0;
  expect(await callOn(second, 'readFact', 'input_value')).toMatchObject({ value: 'other' });
  expect(sent).toHaveLength(3);
});

test('keeps the library out of reach of the page and independent of it', async () => {
  await using opened = await browser.openPage(
    `<meta http-equiv=Content-Security-Policy content="default-src 'none'; script-src 'unsafe-inline'">
     <script>globalThis.errandLibrary = { viewportSize: () => ({ width: 1, height: 1 }) }; globalThis.Error = null</script>`,
  );
  const { page } = opened;
  const { width } = await callIn(page.mainFrame(), 'viewportSize');
  expect(width).toBeGreaterThan(1);
  expect(await page.evaluate('Object.keys(errandLibrary).join()')).toBe('viewportSize');
});

test.each(['<p id=errandLibrary>', '<iframe name=errandLibrary></iframe>'])(
  'is not confused by %s',
  async (html) => {
    await using opened = await browser.openPage(html);
    const { width } = await callIn(opened.page.mainFrame(), 'viewportSize');
    expect(width).toBeGreaterThan(1);
  },
);

test('calls the next document when the page navigates during installation', async () => {
  await using opened = await browser.openPage('<title>first</title>');
  const { page } = opened;
  let hasGoneOn = false;
  afterEachCall(page, async (bytes) => {
    if (bytes < inPageLibrary.length || hasGoneOn) return;
    hasGoneOn = true;
    await page.goto('data:text/html,<title>second</title>');
  });
  const probe = { fact: 'title', match: 'contains', isNegated: false } as const;
  expect(await callIn(page.mainFrame(), 'watchPage', probe, 0)).toMatchObject({ seen: '"second"' });
  expect(hasGoneOn).toBe(true);
});

test('keeps the state of the library in a document when it is installed again', async () => {
  await using opened = await browser.openPage('<input id=name>');
  const { page } = opened;
  const frame = page.mainFrame();
  await callIn(frame, 'blockInput');
  await isolatedRealm(frame).evaluate(inPageLibrary);
  await callIn(frame, 'allowInput');
  await page.click('#name');
  expect(await page.evaluate('document.activeElement.id')).toBe('name');
});

test('sends the library and the call before a busy document responds', async () => {
  await using opened = await browser.openPage('<input id=name>');
  const { page } = opened;
  const frame = page.mainFrame();
  const events: string[] = [];
  afterEachCall(
    page,
    () => void events.push('answered'),
    () => void events.push('sent'),
  );
  await callInOrder(frame, 'blockInput');
  expect(events).toEqual(['sent', 'sent', 'answered', 'answered']);
  await page.click('#name');
  expect(await page.evaluate('document.activeElement.id')).toBe('');
});

test('returns handles, and reports errors from inside the page', async () => {
  await using opened = await browser.openPage('<button autofocus>Go</button>');
  const { page } = opened;
  await page.focus('button');
  await using focused = await handleIn(page.mainFrame(), 'focusedElement');
  const element = focused.asElement() as ElementHandle | null;
  expect(element && (await callOn(element, 'readFact', 'text_content'))).toMatchObject({
    value: 'Go',
  });
  const probe = { fact: 'url', expected: '(', match: 'regex', isNegated: false } as const;
  await expect(callIn(page.mainFrame(), 'watchPage', probe, 0)).rejects.toThrow(
    'regular expression',
  );
});

async function find(page: Page, selector: string): Promise<ElementHandle> {
  await using found = await page.$(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return await isolatedRealm(page.mainFrame()).transferHandle(found.move());
}

/** The message length of each call into the page. */
function countBytes(page: Page): number[] {
  const lengths: number[] = [];
  afterEachCall(page, (bytes) => void lengths.push(bytes));
  return lengths;
}

function afterEachCall(
  page: Page,
  onAnswer: (bytes: number) => Promise<void> | void,
  onSend?: () => void,
): void {
  const { client } = page.mainFrame() as unknown as { client: Record<'send', SendMessage> };
  const send = client.send.bind(client);
  client.send = async (method, parameters, ...options) => {
    if (method !== 'Runtime.callFunctionOn') return send(method, parameters, ...options);
    const message = JSON.stringify(parameters);
    onSend?.();
    const answer = await send(method, parameters, ...options);
    await onAnswer(message.length);
    return answer;
  };
}

type SendMessage = (method: string, ...parameters: unknown[]) => Promise<unknown>;
