import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBrowser, type TestBrowser, type TestPage } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ElementHandle, Page } from 'puppeteer';
import {
  AmbiguousFrameError,
  LocatorSyntaxError,
  NotAFrameError,
  PageClosedError,
} from '../locator-errors.ts';
import { parseLocator, xpathLocator } from '../parse-locator.ts';
import { createLocatorResolver } from './locator-resolver.ts';
import { internalsOf } from './puppeteer-internals.ts';

const pages: Readonly<Record<string, string>> = {
  '/inner': '<button>inner</button><iframe srcdoc="<b>deep</b>"></iframe>',
  '/late': '<script>setTimeout(() => { document.body.innerHTML = "<i>late</i>" }, 200)</script>',
  '/first': '<p>first</p><script>setTimeout(() => { location = "/second" }, 150)</script>',
  '/second':
    '<script>setTimeout(() => { document.body.innerHTML = "<em>second</em>" }, 100)</script>',
};

let launched: TestBrowser;
let server: Server;
/**
 * The same server under two host names. The browser treats them as two sites, so a frame of the
 * other site is out of process.
 */
let here: string;
let elsewhere: string;

beforeAll(async () => {
  launched = await openBrowser();
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'text/html');
    response.end(pages[pathname] ?? searchParams.get('html') ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  here = `http://127.0.0.1:${port}`;
  elsewhere = `http://localhost:${port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await launched[Symbol.asyncDispose]();
});

const soon = () => AbortSignal.timeout(5000);

/** The window that all tests share, until one closes it. */
let shared: TestPage | undefined;

/** Shows a new document, with its own resolver. */
async function open(html: string) {
  if (!shared || shared.page.isClosed()) shared = await launched.openPage();
  const { page } = shared;
  await page.goto('about:blank');
  await page.setContent(html);
  const resolver = await createLocatorResolver(page);
  return {
    page,
    resolver,
    texts: async (source: string) =>
      textsOf(await resolver.queryAll(parseLocator(source), { signal: soon() })),
    [Symbol.asyncDispose]: () => resolver[Symbol.asyncDispose](),
  };
}

function textsOf(handles: readonly ElementHandle[]): Promise<string[]> {
  return Promise.all(handles.map((handle) => handle.evaluate((node) => node.textContent)));
}

const frameOf = (url: string) => `<iframe id="f" src="${url}"></iframe>`;

/** Serves any page content from a real origin. */
async function goTo(page: Page, html: string): Promise<void> {
  await page.goto(`${here}/any?html=${encodeURIComponent(html)}`);
}

test('returns none or many matches in document order', async () => {
  await using opened = await open('<ul><li>a</li><li>b</li></ul><p>c</p>');
  expect(await opened.texts('locator("li").or_(locator("p"))')).toEqual(['a', 'b', 'c']);
  expect(await opened.texts('locator("table")')).toEqual([]);
  const expression = parseLocator('locator("li")');
  expect(await opened.resolver.count(expression, { signal: soon() })).toBe(2);
  expect(opened.resolver.describe(expression)).toBe('locator("li")');
});

test('returns handles that Puppeteer can act on', async () => {
  await using opened = await open(
    '<script>var clicks = 0</script><button onclick="clicks += 1">Go</button>',
  );
  const [button] = await opened.resolver.queryAll(parseLocator('get_by_role("button")'), {
    signal: soon(),
  });
  await button?.click();
  expect(await opened.page.evaluate('clicks')).toBe(1);
});

test('searches open shadow roots', async () => {
  await using opened = await open(
    '<div><template shadowrootmode="open"><button>Save</button></template></div>',
  );
  await opened.page.goto(`${here}/any?html=${encodeURIComponent('<div id="host"></div>')}`);
  await opened.page.evaluate(() => {
    const root = document.querySelector('#host')?.attachShadow({ mode: 'open' });
    if (root) root.innerHTML = '<section><button>Save</button></section>';
  });
  expect(await opened.texts('get_by_role("button", name="Save")')).toEqual(['Save']);
  expect(await opened.texts('locator("#host button")')).toEqual(['Save']);
  expect(await opened.texts('locator("css:light=#host button")')).toEqual([]);
});

test('enters nested same-site frames', async () => {
  await using opened = await open('');
  await goTo(opened.page, frameOf('/inner'));
  expect(await opened.texts('locator("button")')).toEqual([]);
  expect(await opened.texts('frame_locator("#f").locator("button")')).toEqual(['inner']);
  expect(
    await opened.texts('locator("#f").content_frame.frame_locator("iframe").locator("b")'),
  ).toEqual(['deep']);
});

test('enters an out-of-process frame and acts there', async () => {
  await using opened = await open('');
  await goTo(opened.page, frameOf(`${elsewhere}/inner`));
  const sessions = opened.page.frames().map((frame) => internalsOf(frame).client);
  expect(new Set(sessions).size).toBe(2);
  expect(await opened.texts('frame_locator("#f").get_by_role("button")')).toEqual(['inner']);
  expect(await opened.texts('frame_locator("#f").frame_locator("iframe").locator("b")')).toEqual([
    'deep',
  ]);
  const expression = parseLocator('locator("#f").content_frame.get_by_text("inner")');
  const [button] = await opened.resolver.queryAll(expression, { signal: soon() });
  await button?.evaluate((node) => {
    node.addEventListener('click', () => {
      node.textContent = 'clicked';
    });
  });
  await button?.click();
  expect(await opened.texts('frame_locator("#f").locator("button")')).toEqual(['clicked']);
});

test('waits for an element in an out-of-process frame that loads late', async () => {
  await using opened = await open('');
  const expression = parseLocator('frame_locator("#f").locator("i")');
  const waiting = opened.resolver.waitForMatches(expression, { signal: soon() });
  await goTo(opened.page, frameOf(`${elsewhere}/late`));
  expect(await textsOf(await waiting)).toEqual(['late']);
});

test('follows a frame that navigates to another site', async () => {
  await using opened = await open('');
  await goTo(opened.page, frameOf('/inner'));
  expect(await opened.texts('frame_locator("#f").locator("button")')).toEqual(['inner']);
  await opened.page.$eval(
    '#f',
    (frame, url) => frame.setAttribute('src', url),
    `${elsewhere}/late`,
  );
  const expression = parseLocator('frame_locator("#f").locator("i")');
  expect(
    await textsOf(await opened.resolver.waitForMatches(expression, { signal: soon() })),
  ).toEqual(['late']);
});

test('rejects an ambiguous frame', async () => {
  await using opened = await open(
    '<iframe srcdoc="<b>1</b>"></iframe><iframe srcdoc="<b>2</b>"></iframe>',
  );
  const expression = parseLocator('frame_locator("iframe").locator("b")');
  await expect(opened.resolver.queryAll(expression, { signal: soon() })).rejects.toThrow(
    AmbiguousFrameError,
  );
  expect(await opened.texts('frame_locator("iframe").nth(1).locator("b")')).toEqual(['2']);
  expect(await opened.resolver.count(expression, { signal: soon() })).toBe(1);
});

test('rejects entering an element that is not a frame', async () => {
  await using opened = await open('<div><b>1</b></div>');
  const expression = parseLocator('locator("div").content_frame.locator("b")');
  await expect(opened.resolver.queryAll(expression, { signal: soon() })).rejects.toThrow(
    NotAFrameError,
  );
});

test('cannot be detected or misled by the page', async () => {
  await using opened = await open('');
  await goTo(
    opened.page,
    `<script>
      const nothing = () => [];
      Array.prototype.map = nothing; Array.prototype.filter = nothing; Array.prototype.push = nothing;
      Set.prototype.add = nothing; String.prototype.includes = () => false; RegExp.prototype.test = () => false;
      for (const type of [Document, Element, DocumentFragment]) type.prototype.querySelectorAll = nothing;
      Object.defineProperty(Element.prototype, 'shadowRoot', { get: () => null });
      Object.defineProperty(globalThis, 'errandLocators', { get: () => { globalThis.seen = true }, set: () => { globalThis.seen = true } });
    </script><div role="button">Save</div><p>text</p>`,
  );
  expect(await opened.texts('get_by_role("button", name="Save")')).toEqual(['Save']);
  expect(await opened.texts('get_by_text("text")')).toEqual(['text']);
  expect(await opened.page.evaluate('globalThis.seen')).toBeUndefined();
  expect(
    await opened.page.evaluate('Object.keys(globalThis).filter(k => /errand/i.test(k)).length'),
  ).toBe(0);
});

test('continues in the next document when the page navigates', async () => {
  await using opened = await open('');
  await opened.page.goto(`${here}/first`);
  const expression = parseLocator('locator("em")');
  const handles = await opened.resolver.waitForMatches(expression, { signal: soon() });
  expect(await textsOf(handles)).toEqual(['second']);
});

test('completes every query while the page navigates to another site', async () => {
  await using opened = await open('');
  const expression = parseLocator('locator("body")');
  for (let round = 0; round < 10; round += 1) {
    const [handles] = await Promise.all([
      opened.resolver.queryAll(expression, { signal: soon() }),
      opened.page.goto(`${round % 2 === 0 ? here : elsewhere}/inner`),
    ]);
    expect(handles.length).toBeLessThanOrEqual(1);
    expect(await opened.texts('locator("button")')).toEqual(['inner']);
  }
});

test('notices new matches, including those in a shadow root or shown by a style', async () => {
  await using opened = await open('<div></div><p style="display: none">hidden</p>');
  const waitFor = (source: string, atLeast?: number) =>
    opened.resolver.waitForMatches(parseLocator(source), {
      signal: soon(),
      ...(atLeast === undefined ? {} : { atLeast }),
    });
  const two = waitFor('locator("span")', 2);
  const shown = waitFor('locator("p").filter(visible=True)');
  const inShadow = waitFor('get_by_role("button")');
  await opened.page.evaluate(() => {
    document.body.append(document.createElement('span'));
    setTimeout(() => {
      document.body.append(document.createElement('span'));
      document.head.innerHTML = '<style>p { display: block !important }</style>';
      const root = document.querySelector('div')?.attachShadow({ mode: 'open' });
      setTimeout(() => root?.append(document.createElement('button')), 50);
    }, 50);
  });
  expect(await two).toHaveLength(2);
  expect(await shown).toHaveLength(1);
  expect(await inShadow).toHaveLength(1);
});

test('detects whether a locator still matches only the element that a wait found', async () => {
  await using opened = await open('<button>Go</button><iframe srcdoc="<i>in</i>"></iframe>');
  const { page, resolver } = opened;
  const isStill = async (source: string, change: string | (() => Promise<unknown>)) => {
    const expression = parseLocator(source);
    const [handle] = await resolver.waitForMatches(expression, { signal: soon() });
    if (!handle) throw new Error(`${source} means nothing.`);
    await (typeof change === 'string' ? page.evaluate(change) : change());
    return resolver.isStillOnly(expression, handle, { signal: soon() });
  };
  const button = 'get_by_role("button", name="Go")';
  expect(await isStill(button, '0')).toBe(true);
  expect(await isStill('frame_locator("iframe").locator("i")', '0')).toBe(true);
  const copy = "document.querySelector('button').cloneNode(true)";
  expect(await isStill(button, `document.body.append(${copy})`)).toBe(false);
  expect(await isStill('locator("button").first', `document.body.prepend(${copy})`)).toBe(false);
  expect(
    await isStill('locator("button").first', `document.body.innerHTML = '<button>Go</button>'`),
  ).toBe(false);
  expect(await isStill(button, "document.querySelector('button').textContent = 'Left'")).toBe(
    false,
  );
  const goOn = () => page.goto('data:text/html,<button>Go</button>');
  expect(await isStill('locator("button")', goOn)).toBe(false);
});

test('ignores an element named like its script', async () => {
  await using opened = await open(
    '<p id=errandLocators>x</p><iframe name=errandLocators></iframe>',
  );
  expect(await opened.texts('locator("p")')).toEqual(['x']);
});

test('rejects with the reason of an aborted signal', async () => {
  await using opened = await open('<p></p>');
  const expression = parseLocator('locator("table")');
  const cancelled = new AbortController();
  const waiting = opened.resolver.waitForMatches(expression, { signal: cancelled.signal });
  setTimeout(() => cancelled.abort(new Error('cancelled by a test')), 50);
  await expect(waiting).rejects.toThrow('cancelled by a test');
  await expect(opened.resolver.queryAll(expression, { signal: cancelled.signal })).rejects.toThrow(
    'cancelled by a test',
  );
});

test('reports that the page was closed', async () => {
  await using opened = await open('<p></p>');
  const waiting = opened.resolver.waitForMatches(parseLocator('locator("table")'), {
    signal: soon(),
  });
  const [outcome] = await Promise.allSettled([waiting, opened.page.close()]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(PageClosedError) });
});

test('explains a selector that only the browser rejects, without its values', async () => {
  await using opened = await open('<p></p>');
  const query = (source: string) => opened.texts(source);
  await expect(query('locator("p:foo(1)")')).rejects.toThrow(LocatorSyntaxError);
  await expect(query('locator("xpath=//p[")')).rejects.toThrow('The browser does not accept it');
  const bindings = { resolve: () => 's3cret' };
  const options = { signal: soon() };
  const queryXpath = opened.resolver.queryAll(xpathLocator('//p[["{v[0]}"', bindings), options);
  await expect(queryXpath).rejects.toThrow(
    'After its placeholders are filled in, the browser does not accept it',
  );
});

test('two resolvers in one page stay independent and clean up', async () => {
  await using opened = await open('<p>x</p>');
  const second = await createLocatorResolver(opened.page);
  const expression = parseLocator('locator("p")');
  expect(await second.count(expression, { signal: soon() })).toBe(1);
  await second[Symbol.asyncDispose]();
  expect(await opened.texts('locator("p")')).toEqual(['x']);
});
