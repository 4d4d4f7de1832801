/** One element of each kind that an expectation can check. */
export const WIDGETS = `<!doctype html><title> My
  page </title>
  <p id=spaced>  Total:
     5\u00a0EUR <b>net</b><i style="display:none"> hidden</i></p>
  <p id=empty></p><p id=gone style="display:none">x</p><p id=clear style="visibility:hidden">x</p>
  <div id=contents style="display:contents"><b>b</b></div>
  <p id=script>a<script>var inner = 'text'</script><style>p { margin: 0 }</style>b</p>
  <div id=host>light</div>
  <script>document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = '<b>shadow</b>'</script>
  <input id=text value="  v "><input id=off disabled value=x><input id=fixed readonly value=y>
  <textarea id=area>one
two</textarea><select id=list><option value=1>One<option value=2 selected>Two</select>
  <label id=label>Name <input value=labelled></label><input id=submit type=submit value="Send it">
  <input id=box type=checkbox checked><input id=unset type=checkbox><input id=part type=checkbox>
  <script>document.getElementById('part').indeterminate = true</script>
  <div id=switch role=switch aria-checked=true>s</div><div id=none>n</div>
  <button id=aria aria-disabled=true>a</button><fieldset disabled><button id=inside>i</button></fieldset>
  <a id=link href="/a?b=1" title="">l</a><ul><li>1<li>2<li style="display:none">3</ul>
  <div id=edit contenteditable>e</div>`;

/** An expectation as in a step, but with a CSS selector instead of a locator. */
export interface ExpectationCase {
  readonly css?: string;
  readonly assertion: string;
  readonly expected?: string | number;
  readonly match?: 'contains' | 'equals' | 'regex';
  readonly attribute?: string;
}

/** The equivalent calls of Playwright's test runner. */
export const theirs: Readonly<
  Record<string, (wanted: ExpectationCase) => readonly [name: string, options: object]>
> = {
  to_be_checked: () => ['to.be.checked', { expectedValue: { checked: true } }],
  to_be_disabled: () => ['to.be.disabled', {}],
  to_be_editable: () => ['to.be.editable', {}],
  to_be_enabled: () => ['to.be.enabled', {}],
  to_be_hidden: () => ['to.be.hidden', {}],
  to_be_visible: () => ['to.be.visible', {}],
  to_have_attribute: (wanted: ExpectationCase) =>
    wanted.expected === undefined
      ? ['to.have.attribute', { expressionArg: wanted.attribute }]
      : ['to.have.attribute.value', { expressionArg: wanted.attribute, ...textOf(wanted) }],
  to_have_count: ({ expected }: ExpectationCase) => ['to.have.count', { expectedNumber: expected }],
  to_have_text: (wanted: ExpectationCase) => [
    'to.have.text',
    textOf(wanted, { normalizeWhiteSpace: true }),
  ],
  to_have_title: (wanted: ExpectationCase) => [
    'to.have.title',
    textOf(wanted, { normalizeWhiteSpace: true }),
  ],
  to_have_value: (wanted: ExpectationCase) => ['to.have.value', textOf(wanted)],
};

function textOf({ expected, match }: ExpectationCase, more: object = {}) {
  if (match === 'regex')
    return { expectedText: [{ regexSource: expected, regexFlags: '', ...more }] };
  return { expectedText: [{ string: expected, matchSubstring: match === 'contains', ...more }] };
}

export const cases: readonly ExpectationCase[] = [
  { css: '#spaced', assertion: 'to_have_text', expected: 'Total: 5 EUR net hidden' },
  { css: '#spaced', assertion: 'to_have_text', expected: 'Total: 5 EUR net' },
  { css: '#spaced', assertion: 'to_have_text', expected: '5 EUR', match: 'contains' },
  { css: '#spaced', assertion: 'to_have_text', expected: '5\\s+EUR', match: 'regex' },
  { css: '#spaced', assertion: 'to_have_text', expected: '^Nothing', match: 'regex' },
  { css: '#empty', assertion: 'to_have_text', expected: '' },
  { css: '#script', assertion: 'to_have_text', expected: 'ab' },
  { css: '#host', assertion: 'to_have_text', expected: 'lightshadow' },
  { css: '#host', assertion: 'to_have_text', expected: 'light' },
  { css: '#submit', assertion: 'to_have_text', expected: 'Send it' },
  { css: '#missing', assertion: 'to_have_text', expected: 'x' },
  { css: '#text', assertion: 'to_have_value', expected: '  v ' },
  { css: '#text', assertion: 'to_have_value', expected: 'v' },
  { css: '#text', assertion: 'to_have_value', expected: '^\\s+v', match: 'regex' },
  { css: '#area', assertion: 'to_have_value', expected: 'one\ntwo' },
  { css: '#list', assertion: 'to_have_value', expected: '2' },
  { css: '#label', assertion: 'to_have_value', expected: 'labelled' },
  ...['empty', 'gone', 'clear', 'contents', 'host', 'text', 'missing'].flatMap((id) => [
    { css: `#${id}`, assertion: 'to_be_visible' },
    { css: `#${id}`, assertion: 'to_be_hidden' },
  ]),
  ...['box', 'unset', 'part', 'switch'].map((id) => ({
    css: `#${id}`,
    assertion: 'to_be_checked',
  })),
  ...['off', 'fixed', 'text', 'aria', 'inside', 'edit', 'box', 'list'].flatMap((id) => [
    { css: `#${id}`, assertion: 'to_be_enabled' },
    { css: `#${id}`, assertion: 'to_be_disabled' },
  ]),
  ...['off', 'fixed', 'text', 'area', 'edit', 'list'].map((id) => ({
    css: `#${id}`,
    assertion: 'to_be_editable',
  })),
  { css: '#link', assertion: 'to_have_attribute', attribute: 'href', expected: '/a?b=1' },
  { css: '#link', assertion: 'to_have_attribute', attribute: 'href', expected: '/a' },
  {
    css: '#link',
    assertion: 'to_have_attribute',
    attribute: 'href',
    expected: '^/a\\?',
    match: 'regex',
  },
  { css: '#link', assertion: 'to_have_attribute', attribute: 'title' },
  { css: '#link', assertion: 'to_have_attribute', attribute: 'lang' },
  { css: 'li', assertion: 'to_have_count', expected: 3 },
  { css: 'li', assertion: 'to_have_count', expected: 2 },
  { css: '#missing', assertion: 'to_have_count', expected: 0 },
  { assertion: 'to_have_title', expected: 'My page' },
  { assertion: 'to_have_title', expected: 'page' },
  { assertion: 'to_have_title', expected: '^My', match: 'regex' },
];

/**
 * Expectations about `<p id=a>x</p><input type=password value=hunter2>` and their failure messages.
 */
export const sentences: readonly [params: object, sentence: string][] = [
  [
    { command: 'locator("#a")', assertion: 'to_have_count', expected: 3, failure_message: 'No.' },
    'No. locator("#a") was expected to match 3 elements within 0.1 s. Received: 1 element.',
  ],
  [
    { command: 'locator("#b")', assertion: 'to_be_visible' },
    'locator("#b") was expected to be visible within 0.1 s. Received: no element.',
  ],
  [
    { command: 'locator("#a")', assertion: 'to_be_visible', is_negated: true },
    'locator("#a") was expected not to be visible within 0.1 s. Received: it is visible.',
  ],
  [
    { command: 'locator("#a")', assertion: 'to_have_attribute', attribute: 'lang', expected: 'de' },
    'locator("#a") was expected to have the attribute lang with the value "de" within 0.1 s. Received: no attribute lang.',
  ],
  [
    { assertion: 'to_have_title', expected: 'x', match: 'regex' },
    'The page was expected to have the title that matches the pattern "x" within 0.1 s. Received: "".',
  ],
  [
    { command: 'locator("input")', assertion: 'to_have_value', expected: 'a' },
    'locator("input") was expected to have the value "a" within 0.1 s. Received: the value of a password field.',
  ],
];
