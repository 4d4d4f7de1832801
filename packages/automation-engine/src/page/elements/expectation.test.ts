import { findChromium, openBrowser, type TestBrowser } from '@errand/test-kit';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import {
  cases,
  type ExpectationCase,
  sentences,
  theirs,
  WIDGETS,
} from '../../test/expectation-cases.ts';
import { failureOf, openStage, type Stage } from '../../test/run-on-page.ts';

let browser: TestBrowser;
let stage: Stage;
let playwright: Browser;
let theirPage: Page;

beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser, (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Inner</title><p id=state>Draft</p>');
  });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  playwright = await chromium.launch({ executablePath: findChromium(), args });
  theirPage = await playwright.newPage();
  await theirPage.setContent(WIDGETS);
});
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
  await browser?.[Symbol.asyncDispose]();
  await playwright?.close();
});

const both = cases.flatMap((wanted) => [
  { wanted, isNegated: false },
  { wanted, isNegated: true },
]);

// proves field: assertion_action.expect.command; assertion_action.expect.assertion
// proves field: assertion_action.expect.expected; assertion_action.expect.match
// proves field: assertion_action.expect.attribute; assertion_action.expect.is_negated
test('judges as Playwright does', async () => {
  const nodes = both.map(({ wanted: { css, ...rest }, isNegated }) => {
    const command = css === undefined ? {} : { command: `locator(${JSON.stringify(css)})` };
    const params = { ...command, ...rest, is_negated: isNegated, timeout: 0 };
    const assertion = { assertion_action: { expect: params } };
    return {
      type: 'for_loop_node',
      variable_name: 'once',
      nodes: [assertion],
      on_error_in_loop: 'continue',
    };
  });
  const run = await stage.run(WIDGETS, nodes, {
    inputs: { once: ['x'] },
    dependencies: { limits: { maxPictureEvidence: 0 } },
  });
  expect(failureOf(run)).toBe('success');
  const ours = run.result.forLoopStatus.map(([iteration]) => iteration);
  const theirVerdicts: unknown[] = [];
  for (const { wanted, isNegated } of both) {
    theirVerdicts.push({ wanted, isNegated, isMet: await judgeByPlaywright(wanted, isNegated) });
  }
  expect(both.map((each, at) => ({ ...each, isMet: ours[at]?.status === 'success' }))).toEqual(
    theirVerdicts,
  );
  expect(new Set(ours.map((iteration) => iteration?.status))).toEqual(
    new Set(['success', 'error']),
  );
});

/**
 * The call that `expect` makes in Playwright's test runner, which is not part of playwright-core.
 */
interface Judging {
  readonly _expect: (name: string, options: object) => Promise<{ readonly matches: boolean }>;
}

async function judgeByPlaywright(wanted: ExpectationCase, isNot: boolean): Promise<boolean> {
  const [name, options] = theirs[wanted.assertion]?.(wanted) ?? ['', {}];
  const locator: object = theirPage.locator(wanted.css ?? ':root');
  if (!isJudging(locator)) throw new TypeError('Locator._expect is gone from Playwright.');
  const { matches } = await locator._expect(name, { ...options, isNot, timeout: 1 });
  return matches !== isNot;
}

function isJudging(locator: object): locator is Judging {
  return '_expect' in locator && typeof locator._expect === 'function';
}

const waitFor = (params: object) => ({ misc_action: { wait_for: params } });
const assert = (params: object) => ({ assertion_action: { expect: params } });
const later = (change: string) => `<script>setTimeout(() => { ${change} }, 400)</script>`;

// proves field: misc_action.wait_for.command; misc_action.wait_for.assertion
// proves field: misc_action.wait_for.expected; misc_action.wait_for.match
// proves field: misc_action.wait_for.attribute; misc_action.wait_for.is_negated
test.each([
  [
    'an element that is inserted',
    later("document.body.insertAdjacentHTML('beforeend', '<p id=a>x</p>')"),
    { command: 'locator("#a")', assertion: 'to_be_visible' },
  ],
  [
    'an element that a style makes visible',
    `<p id=a style="display:none">x</p>${later("a.style.display = ''")}`,
    { command: 'locator("#a")', assertion: 'to_be_visible' },
  ],
  [
    'an element that is removed',
    `<p id=a>x</p><p id=b>y</p>${later('a.remove()')}`,
    { command: 'locator("#a")', assertion: 'to_be_hidden' },
  ],
  [
    'an element that fades out',
    `<style>p { transition: visibility 0.4s } .off { visibility: hidden }</style><p id=a>x</p>
     ${later("a.className = 'off'")}`,
    { command: 'locator("#a")', assertion: 'to_be_visible', is_negated: true },
  ],
  [
    'a text',
    `<p id=a>Draft</p>${later("a.firstChild.data = 'Order 7 paid'")}`,
    {
      command: 'locator("#a")',
      assertion: 'to_have_text',
      expected: '{word[0]}',
      match: 'contains',
    },
  ],
  [
    'a text of an element that replaces another',
    `<p class=a>Draft</p>${later("document.querySelector('p').outerHTML = '<p class=a>paid</p>'")}`,
    { command: 'locator(".a")', assertion: 'to_have_text', expected: 'paid' },
  ],
  [
    'the element that the locator now matches',
    `<p class=a>Draft</p><p>paid</p>${later(
      "const [one, two] = document.querySelectorAll('p'); one.className = ''; two.className = 'a'",
    )}`,
    { command: 'locator(".a")', assertion: 'to_have_text', expected: 'paid' },
  ],
  [
    'a value that a script sets',
    `<input id=a>${later("a.value = '1,234.50'")}`,
    {
      command: 'locator("#a")',
      assertion: 'to_have_value',
      expected: '^[\\d,]+\\.\\d{2}$',
      match: 'regex',
    },
  ],
  [
    'a box that a script checks',
    `<input id=a type=checkbox>${later('a.checked = true')}`,
    { command: 'locator("#a")', assertion: 'to_be_checked' },
  ],
  [
    'a button that is enabled',
    `<button disabled>Go</button>${later("document.querySelector('button').disabled = false")}`,
    { command: 'get_by_role("button")', assertion: 'to_be_enabled' },
  ],
  [
    'an attribute',
    `<a id=a>x</a>${later("a.href = '/receipt/7'")}`,
    { command: 'locator("#a")', assertion: 'to_have_attribute', attribute: 'href' },
  ],
  [
    'a number of rows',
    `<table id=a><tr><td>1</table>${later('a.insertRow(); setTimeout(() => a.insertRow(), 100)')}`,
    { command: 'locator("tr")', assertion: 'to_have_count', expected: '{three[0]}' },
  ],
  [
    'a change in a shadow root',
    `<x-a></x-a><script>const root = document.querySelector('x-a').attachShadow({ mode: 'open' });
     root.innerHTML = '<p>Draft</p>'</script>${later("root.firstChild.textContent = 'paid'")}`,
    { command: 'locator("x-a p")', assertion: 'to_have_text', expected: 'paid' },
  ],
  [
    'a change in a frame',
    `<iframe srcdoc="<p>Draft</p>"></iframe>${later(
      "frames[0].document.querySelector('p').textContent = 'paid'",
    )}`,
    {
      command: 'frame_locator("iframe").locator("p")',
      assertion: 'to_have_text',
      expected: 'paid',
    },
  ],
  [
    'a frame that appears',
    later(`document.body.insertAdjacentHTML('beforeend', '<iframe src="/inner">')`),
    {
      command: 'frame_locator("iframe").locator("#state")',
      assertion: 'to_have_text',
      expected: 'Draft',
    },
  ],
  [
    'rows in a frame',
    `<iframe srcdoc="<p>1"></iframe>${later("frames[0].document.body.append(frames[0].document.createElement('p'))")}`,
    { command: 'frame_locator("iframe").locator("p")', assertion: 'to_have_count', expected: 2 },
  ],
  [
    'a new address of the same document',
    later("history.pushState(0, '', '/done?id=7')"),
    { assertion: 'to_have_url', expected: '/done\\?id=\\d$', match: 'regex' },
  ],
  [
    'another page',
    later("location.href = '/inner'"),
    { assertion: 'to_have_url', expected: '/inner', match: 'contains' },
  ],
  ['a title', later("document.title = 'Done'"), { assertion: 'to_have_title', expected: 'Done' }],
  [
    'an element of another page',
    later("location.href = '/inner'"),
    { command: 'locator("#state")', assertion: 'to_have_text', expected: 'Draft' },
  ],
])('waits for %s', async (_name, html, params) => {
  const inputs = { word: ['paid'], three: [3] };
  const waits = await stage.run(html, [waitFor({ timeout: 60, ...params })], { inputs });
  expect(failureOf(waits)).toBe('success');
  expect(waits.events[0]?.durationMs).toBeLessThan(30_000);
});

// proves field: misc_action.wait_for.timeout; misc_action.wait_for.failure_message
test('reports what it last saw when the time is up', async () => {
  const run = await stage.run(
    '<p id=a>Draft  5</p>',
    [
      waitFor({
        command: 'locator("#a")',
        assertion: 'to_have_text',
        expected: '{word[0]}',
        timeout: 0.3,
        failure_message: 'The order {word[0]} is missing.',
      }),
    ],
    { inputs: { word: ['paid'] } },
  );
  expect(failureOf(run)).toBe(
    'timeout: The order paid is missing. locator("#a") was expected to have the text "paid" within 0.3 s. Received: "Draft 5".',
  );
  expect(run.events[0]?.durationMs).toBeGreaterThan(290);
});

// proves field: assertion_action.expect.timeout; assertion_action.expect.failure_message
test.each(sentences)('fails as assertion_failed: %j', async (params, sentence) => {
  const html = '<p id=a>x</p><input type=password value=hunter2>';
  const run = await stage.run(html, [assert({ timeout: 0.1, ...params })]);
  expect(failureOf(run)).toBe(`assertion_failed: ${sentence}`);
});

test('reports a missing element even if the search used up a longer timeout', async () => {
  const params = { command: 'locator("#b")', assertion: 'to_be_visible', timeout: 1.2 };
  const run = await stage.run('<p id=a>x</p>', [assert(params)]);
  expect(failureOf(run)).toMatch(/ within 1\.2 s\. Received: no element\.$/);
});

test('waits no longer than necessary, even on a page that changes endlessly', async () => {
  const busy = `<b>0</b><p id=a>Draft</p><script>let n = 0;
    setInterval(() => { document.querySelector('b').textContent = ++n }, 5)</script>
    ${later("a.textContent = 'paid'")}`;
  const params = { command: 'locator("#a")', assertion: 'to_have_text', expected: 'paid' };
  const run = await stage.run(busy, [waitFor({ ...params, timeout: 60 })]);
  expect(failureOf(run)).toBe('success');
  expect(run.events[0]?.durationMs).toBeLessThan(30_000);
});

test('refuses to judge when several elements match', async () => {
  const params = { command: 'locator("p")', assertion: 'to_have_text', expected: 'x' };
  const run = await stage.run('<p>x</p><p>y</p>', [assert(params)]);
  expect(failureOf(run)).toMatch(/^locator_ambiguous: /);
});

test('matches the values in a pattern literally', async () => {
  const params = { command: 'locator("p")', assertion: 'to_have_text', match: 'regex' };
  const run = await stage.run(
    '<p>Price (a.b) 12</p>',
    [assert({ ...params, expected: '{name[0]} \\d{2}$', timeout: 0 })],
    { inputs: { name: ['(a.b)'] } },
  );
  expect(failureOf(run)).toBe('success');
  const other = await stage.run(
    '<p>axb</p>',
    [assert({ ...params, expected: '{name[0]}', timeout: 0 })],
    { inputs: { name: ['a.b'] } },
  );
  expect(failureOf(other)).toMatch(/^assertion_failed: /);
});

test('refuses a count that is not a number after its placeholders are filled in', async () => {
  const params = { command: 'locator("p")', assertion: 'to_have_count', expected: '{n[0]}' };
  const run = await stage.run('<p>', [assert(params)], { inputs: { n: ['many'] } });
  expect(failureOf(run)).toMatch(/^invalid_params: expected: "\{n\[0\]\}" is not a number/);
});
