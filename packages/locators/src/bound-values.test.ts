import { createBindings } from '@errand/expressions';
import { openBrowser, type TestBrowser, type TestPage } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LocatorSyntaxError } from './locator-errors.ts';
import type { LocatorExpression } from './locator-expression.ts';
import { parseLocator, xpathLocator } from './parse-locator.ts';
import { createLocatorResolver, type LocatorResolver } from './resolver/locator-resolver.ts';

const hostileValues = [
  'plain',
  'two words',
  `quote " and ' and \``,
  '"',
  "'",
  `"]`,
  `'] , * , [a='`,
  '\\',
  'ends with \\',
  '\\31 x',
  'a\\"b',
  '] >> body',
  'x >> html',
  'a)(b, *',
  '{password[0]}',
  '{v[0]}',
  '</button>',
  '.*',
  '^$|(x)',
  '-1',
  '12',
  '-',
  '/* a */',
  '#id.cls:hover',
  'äöü😀',
  'concat(\'a\', "b")',
  'line\nbreak',
];

let launched: TestBrowser;
let opened: TestPage;
let resolver: LocatorResolver;

beforeAll(async () => {
  launched = await openBrowser();
  opened = await launched.openPage();
  resolver = await createLocatorResolver(opened.page);
});

afterAll(async () => {
  await resolver[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
  await launched[Symbol.asyncDispose]();
});

/** Shows one element that contains the value in every form, among others without it. */
async function showValue(value: string): Promise<void> {
  await opened.page.setContent('<body><p>other</p><div></div></body>');
  await opened.page.evaluate((text) => {
    const button = document.createElement('button');
    button.textContent = text;
    button.setAttribute('data-testid', text);
    button.setAttribute('title', text);
    button.setAttribute('class', `row-${text.replaceAll(/\s/g, '_')}`);
    button.setAttribute('data-test', text);
    button.id = text;
    document.querySelector('div')?.append(button);
  }, value);
}

function bindingsOf(value: string) {
  return createBindings({
    inputParameters: { v: [value], c: [value.replaceAll(/\s/g, '_')] },
    secureParameters: { password: ['s3cret'] },
    generatedVariables: {},
  });
}

const places = [
  'get_by_text("{v[0]}", exact=True)',
  'get_by_text({v[0]}, exact=True)',
  'get_by_role("button", name="{v[0]}", exact=True)',
  'get_by_text(re.compile(r"^\\s*{v[0]}\\s*$"))',
  'get_by_role("button", name=re.compile("^{v[0]}$"))',
  'get_by_title("{v[0]}", exact=True)',
  'get_by_test_id("{v[0]}")',
  'locator("button", has_text="{v[0]}")',
  'locator("[title=\\"{v[0]}\\"]")',
  'locator(\'[title="{v[0]}"]\')',
  'locator("[title=\'{v[0]}\']")',
  'locator("button[title={v[0]}]")',
  'locator("#{v[0]}")',
  'locator(".row-{c[0]}")',
  'locator("button:has-text(\'{v[0]}\')")',
  'locator("button:has-text({v[0]})")',
  'locator("div >> button[title=\'{v[0]}\']")',
  'locator("id={v[0]}")',
  'locator("data-test={v[0]}")',
  'locator("div").locator("text={v[0]}")',
  'locator("role=button[name=\'{v[0]}\']")',
  'locator("role=button[name={v[0]}]")',
  'locator("//button[@title=\'{v[0]}\']")',
  'locator("xpath=//button[@title={v[0]}]")',
  'locator("div >> xpath=./button[@title=\'{v[0]}\'] >> nth=0")',
];

test.each(hostileValues)('finds only the element with the value %j', async (value) => {
  await showValue(value);
  const bindings = bindingsOf(value);
  const wrong: string[] = [];
  for (const source of places) {
    // White space in a name is collapsed before a pattern is applied; a hyphen is not a CSS name.
    if (source.includes('name=re.compile') && value.includes('\n')) continue;
    if (source.includes('#{') && value === '-') continue;
    const found = await findNodeNames(parseLocator(source, bindings));
    if (found !== 'BUTTON') wrong.push(`${source} finds ${found}`);
  }
  const found = await findNodeNames(xpathLocator('//*[@id="{v[0]}"]', bindings));
  expect([...wrong, found]).toEqual(['BUTTON']);
});

async function findNodeNames(expression: LocatorExpression): Promise<string> {
  const handles = await resolver.queryAll(expression, { signal: AbortSignal.timeout(5000) });
  const names = handles.map((handle) => handle.evaluate(({ nodeName }) => nodeName));
  return (await Promise.all(names)).join();
}

const numbers = createBindings({
  inputParameters: {
    n: ['2'],
    i: [1],
    bad: ['2); x'],
    yes: [true],
    tag: ['li'],
    empty: [''],
    hyphen: ['-'],
  },
  generatedVariables: {},
});

test.each([
  ['locator("li").nth({n[0]})', 'three'],
  ['locator("li").nth({i[0]})', 'two'],
  ['locator("li:nth-child({n[0]})")', 'two'],
  ['locator("li >> nth={n[0]}")', 'three'],
  ['locator("//li[{n[0]}]")', 'two'],
  ['locator("//{tag[0]}[3]")', 'three'],
  ['locator(":nth-match(li, {n[0]})")', 'two'],
  ['get_by_text("three", exact={yes[0]})', 'three'],
  ['locator({tag[0]}).first', 'one'],
])('binds a value as a number, flag or name: %s', async (source, expected) => {
  await opened.page.setContent('<ul><li>one</li><li>two</li><li>three</li></ul>');
  const signal = AbortSignal.timeout(5000);
  const [handle] = await resolver.queryAll(parseLocator(source, numbers), { signal });
  expect(await handle?.evaluate(({ textContent }) => textContent)).toBe(expected);
});

test.each([
  ['locator("li").nth({bad[0]})', 'takes a whole number'],
  ['locator("li:nth-child({bad[0]})")', 'a whole number belongs in :nth-child(...)'],
  ['locator("li >> nth={bad[0]}")', '"nth=" takes a whole number'],
  ['locator("//{bad[0]}")', 'only an element or attribute name can be used there'],
  ['locator("role={bad[0]}")', 'only a role or the value of an attribute'],
  ['get_by_role("{bad[0]}")', 'takes a word in quotes'],
  ['get_by_text("x", exact={bad[0]})', 'takes exact=True or exact=False'],
  ['locator("#{empty[0]}")', 'its value is empty'],
  ['locator("#{hyphen[0]}")', 'its value is a hyphen'],
  [String.raw`locator("a\\{n[0]}")`, 'a backslash precedes it'],
])('rejects an unsuitable value without revealing it: %s', (source, message) => {
  expect(() => parseLocator(source, numbers)).toThrow(LocatorSyntaxError);
  expect(() => parseLocator(source, numbers)).toThrow(message);
  expect(() => parseLocator(source, numbers)).not.toThrow('2); x');
});
