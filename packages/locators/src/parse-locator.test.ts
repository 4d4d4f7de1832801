import { createBindings } from '@errand/expressions';
import { expect, test } from '@jest/globals';
import { LocatorSyntaxError } from './locator-errors.ts';
import { checkLocator, parseLocator, xpathLocator } from './parse-locator.ts';
import type { Selector } from './selectors/selector-part.ts';

/** Formats a selector as one line: engines as `name=body`, nested ones in brackets. */
function show(selector: Selector): string {
  return selector
    .map((part) => {
      if (part.kind === 'css') return part.isLight ? `light:${part.css}` : part.css;
      if (part.kind === 'engine') return `${part.name}=${part.body}`;
      return `${part.name}=<${show(part.parts)}>`;
    })
    .join(' >> ');
}

test.each([
  ['get_by_role("button")', 'internal:role=button'],
  ['page.get_by_role("button")', 'internal:role=button'],
  ['get_by_role(role="link", name="Home")', 'internal:role=link[name="Home"i]'],
  ['get_by_role("button", name="Sign In", exact=True)', 'internal:role=button[name="Sign In"s]'],
  [
    String.raw`get_by_role("textbox", name="Request Key*\" / \"")`,
    String.raw`internal:role=textbox[name="Request Key*\" / \""i]`,
  ],
  [
    'get_by_role("checkbox", checked=False, include_hidden=True, name=None)',
    'internal:role=checkbox[checked=false][include-hidden=true]',
  ],
  ['get_by_role("heading", level=2)', 'internal:role=heading[level=2]'],
  [
    'get_by_role("tab", selected=True, pressed=True, expanded=False)',
    'internal:role=tab[expanded=false][pressed=true][selected=true]',
  ],
  ['get_by_role("button", disabled=True)', 'internal:role=button[disabled=true]'],
  ['get_by_role("alert", description="x")', 'internal:role=alert >> errand:description="x"i'],
  ['get_by_role("button", name=re.compile("^s", re.I))', 'internal:role=button[name=/^s/i]'],
  ['get_by_text("Welcome")', 'internal:text="Welcome"i'],
  ["get_by_text('Welcome', exact=True)", 'internal:text="Welcome"s'],
  ['get_by_text("a" "b")', 'internal:text="ab"i'],
  [
    'get_by_text(re.compile(r"\\d+", flags=re.IGNORECASE | re.S))',
    String.raw`internal:text=/\d+/is`,
  ],
  ['get_by_label("Email")', 'internal:label="Email"i'],
  ['get_by_placeholder("Name")', 'internal:attr=[placeholder="Name"i]'],
  ['get_by_alt_text("Logo", exact=True)', 'internal:attr=[alt="Logo"s]'],
  ['get_by_title("Help")', 'internal:attr=[title="Help"i]'],
  ['get_by_test_id("login-button")', 'internal:testid=[data-testid="login-button"s]'],
  ['locator("#id")', '#id'],
  ['locator("css=div >> text=Save >> nth=1")', 'div >> text=Save >> nth=1'],
  ['locator("css:light=div")', 'light:div'],
  ['locator("//td[1]")', 'xpath=//td[1]'],
  ['locator("xpath=/html/body")', 'xpath=/html/body'],
  ['locator("..")', 'xpath=..'],
  [`locator("'Save'")`, "text='Save'"],
  ['locator("role=button[pressed]")', 'role=button[pressed]'],
  ['locator("id=main")', '[id="main"]'],
  ['locator("text=it\'s >> b")', "text=it's >> b"],
  ['locator("a[href*=\'>>\']")', "a[href*='>>']"],
  ['get_by_role("cell").locator("+ td")', 'internal:role=cell >> + td'],
  ['locator(".a").first', '.a >> nth=0'],
  ['locator(".a").last', '.a >> nth=-1'],
  ['locator(".a").nth(-2)', '.a >> nth=-2'],
  ['locator("a", has_text="x").first', 'a >> internal:has-text="x"i >> nth=0'],
  ['locator("a", has_not_text=re.compile("x"))', 'a >> internal:has-not-text=/x/'],
  ['locator("a").filter(has=page.locator("b"))', 'a >> internal:has=<b>'],
  ['locator("a").filter(has_not=get_by_text("b"))', 'a >> internal:has-not=<internal:text="b"i>'],
  ['locator("a").filter(visible=False)', 'a >> visible=false'],
  ['locator("a").and_(locator("b"))', 'a >> internal:and=<b>'],
  ['locator("a").or_(page.locator("b").first)', 'a >> internal:or=<b >> nth=0>'],
  ['locator("a").locator(locator("b"))', 'a >> internal:chain=<b>'],
  [' \n get_by_role(\n  "button", # the blue one\n)\n  .first ', 'internal:role=button >> nth=0'],
  ['(page.locator("a")).first', 'a >> nth=0'],
])('parses %s', (source, expected) => {
  expect(show(parseLocator(source).target)).toBe(expected);
  expect(() => checkLocator(source)).not.toThrow();
});

test.each([
  ['frame_locator("#f").locator("a")', ['#f'], 'a'],
  ['locator("#f").content_frame.get_by_role("link")', ['#f'], 'internal:role=link'],
  ['locator("div").frame_locator("iframe").first.locator("a")', ['div >> iframe >> nth=0'], 'a'],
  ['frame_locator("#f").frame_locator("#g").locator("a")', ['#f', '#g'], 'a'],
  [
    'frame_locator("#f").locator("a").or_(frame_locator("#f").locator("b"))',
    ['#f'],
    'a >> internal:or=<b>',
  ],
])('enters frames: %s', (source, frames, target) => {
  const expression = parseLocator(source);
  expect(expression.frames.map(show)).toEqual(frames);
  expect(show(expression.target)).toBe(target);
});

test.each([
  ['', 1, 'It is blank.'],
  ['get_by_role("button"', 21, 'This is not valid Python syntax.'],
  ['get_by_text("a)', 16, 'This is not valid Python syntax.'],
  ['get_by_role("button").click()', 23, '"click" is an action'],
  ['getByRole("button")', 1, 'Write get_by_role instead of "getByRole"'],
  [
    'locator("a").firstChild',
    14,
    '"firstChild" is not a step of a locator. The steps are get_by_role,',
  ],
  ['locator("a").first()', 14, 'Write first without parentheses'],
  ['locator("a").nth', 14, 'nth needs its arguments in parentheses'],
  ['locator("a")[0]', 13, 'Pick an element with .nth(0)'],
  ['locator()', 1, 'locator needs the argument selector'],
  ['locator(None)', 1, 'locator needs the argument selector'],
  ['get_by_role("button", nam="x")', 23, 'get_by_role has no nam='],
  ['get_by_role("button", "x")', 23, 'get_by_role takes role, checked='],
  ['get_by_text("a", text="b")', 18, 'The argument text appears twice'],
  ['get_by_role("button", exact="yes")', 23, 'takes exact=True or exact=False'],
  ['get_by_role("but[ton")', 13, 'takes a word in quotes'],
  ['get_by_role(re.compile("b"))', 13, 'takes a word in quotes'],
  ['locator("a").nth("1")', 18, 'takes a whole number'],
  ['locator("a").nth(1.5)', 18, '1.5 is not a whole number'],
  ['locator("a").filter(has="b")', 21, 'takes a locator'],
  ['locator("a").and_("b")', 19, 'takes a locator'],
  ['locator("a").filter("b")', 21, 'filter takes has_text='],
  ['locator(5)', 9, 'takes a selector in quotes, or a locator'],
  ['locator("div[")', 9, 'This selector cannot be used: Unexpected token'],
  ['locator("internal:role=button")', 9, '"internal:role=" is not a selector engine'],
  ['locator("a >> foo=b")', 9, '"foo=" is not a selector engine'],
  ['get_by_text(f"{x}")', 13, 'F-strings'],
  ['get_by_text(b"x")', 13, 'bytes literal'],
  ['get_by_text(["a"])', 13, 'An argument must be a string'],
  ['get_by_text("a" + "b")', 13, 'An argument must be a string'],
  ['get_by_text(open("/etc/passwd"))', 13, 'takes a string'],
  ['get_by_text(re.compile("(a"))', 13, 'not a regular expression'],
  ['get_by_text(re.compile("a", 2))', 29, 'Write flags as'],
  ['get_by_text(re.compile("a", re.VERBOSE))', 13, 're.VERBOSE is not supported'],
  ['get_by_text({"a": 1})', 13, 'is not a placeholder'],
  ['__import__("os").system("x")', 1, '"__import__" is not a step'],
  ['self.page.locator("a")', 1, 'A locator must begin with'],
  ['page', 1, 'This locator names no element'],
  ['page.first', 6, 'first needs elements before it'],
  ['"text"', 1, 'A locator must begin with'],
  ['locator("a"); locator("b")', 13, 'not valid Python syntax'],
  ['locator("a"), locator("b")', 1, 'A locator must be a single expression'],
  ['lambda: 1', 1, 'A locator must begin with'],
  ['frame_locator("#f")', 1, 'This locator ends at a frame'],
  ['frame_locator("#f").filter(has_text="a")', 21, 'filter needs elements before it, not a frame'],
  ['locator("a").filter(has=frame_locator("#f").locator("b"))', 25, 'must stay in the frame'],
  ['{name[0]}.first', 1, 'Only a loop'],
])('rejects %s', (source, character, message) => {
  for (const parse of [() => parseLocator(source), () => checkLocator(source)]) {
    expect(parse).toThrow(LocatorSyntaxError);
    expect(parse).toThrow(message);
    expect(parse).toThrow(`not valid at character ${character}:`);
  }
});

test('shows where the problem is', () => {
  expect(() => parseLocator('get_by_role("button").click()')).toThrow(
    `  get_by_role("button").click()\n${' '.repeat(24)}^`,
  );
  expect(() => parseLocator('get_by_role("button")\n  .click()')).toThrow(
    `    .click()\n${' '.repeat(5)}^`,
  );
});

test('rejects oversized input and parses a long chain', () => {
  expect(() => parseLocator(`locator("${'a'.repeat(10_000)}")`)).toThrow('10000 are allowed');
  const chain = `locator("a")${'.first'.repeat(400)}`;
  expect(parseLocator(chain).target).toHaveLength(401);
  expect(() => parseLocator('('.repeat(9000))).toThrow(LocatorSyntaxError);
});

test('starts with the match of a loop', () => {
  const loops = [{ indexName: 'row', index: 2, locator: 'get_by_role("row").nth(2)' }];
  const bindings = createBindings({ inputParameters: {}, generatedVariables: {}, loops });
  const expression = parseLocator('{locator[row]}.locator("td")', bindings);
  expect(show(expression.target)).toBe('internal:role=row >> nth=2 >> td');
  expect(expression.source).toBe('get_by_role("row").nth(2).locator("td")');
  expect(show(parseLocator('{locator[row]}', bindings).target)).toBe('internal:role=row >> nth=2');
  expect(() => checkLocator('{locator[row]}.locator("td")')).not.toThrow();
});

test('rejects a loop locator that refers to itself', () => {
  const loops = [{ indexName: 'row', index: 0, locator: '{locator[row]}.nth(0)' }];
  const bindings = createBindings({ inputParameters: {}, generatedVariables: {}, loops });
  expect(() => parseLocator('{locator[row]}', bindings)).toThrow('refers to itself');
});

test('never treats an input parameter named locator as a loop locator', () => {
  const bindings = createBindings({
    inputParameters: { locator: ['locator("body")'] },
    generatedVariables: {},
  });
  expect(() => parseLocator('{locator[0]}.first', bindings)).toThrow('Only a loop');
});

test('names a placeholder without a value', () => {
  expect(() => parseLocator('get_by_text("{absent[0]}")')).toThrow('No value for {absent[0]}');
  expect(() => xpathLocator('//a[.="{absent[0]}"]')).toThrow('No value for {absent[0]}');
  expect(() => xpathLocator('  ')).toThrow('It is blank.');
});

test('rejects an automation full of long, broken locators quickly', () => {
  const parts = ['.', '}', ')', '\\', 'a.b ', 'f(', '[', '"'];
  const before = process.cpuUsage();
  for (const part of parts) {
    const source = part.repeat(10_000 / part.length);
    for (let time = 0; time < 20; time += 1) {
      expect(() => checkLocator(source)).toThrow(LocatorSyntaxError);
    }
  }
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
});

test('suggests nothing for a long word that is not a role, because comparing it would be slow', () => {
  const source = `get_by_role("${'ab'.repeat(4_900)}")`;
  const before = process.cpuUsage();
  for (let time = 0; time < 30; time += 1) {
    expect(() => checkLocator(source)).toThrow('Use a WAI-ARIA role');
  }
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
