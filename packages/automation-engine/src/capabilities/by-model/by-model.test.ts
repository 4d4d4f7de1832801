import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { type OpenModels, openModels } from '../../test/open-models.ts';
import {
  type FinishedRun,
  failureOf,
  interact,
  openStage,
  type RunOptions,
  type Stage,
} from '../../test/run-on-page.ts';
import { call, type ModelRequest, pick, shownLines } from '../../test/scripted-answers.ts';

let browser: TestBrowser;
let stage: Stage;
let models: OpenModels;
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage(browser);
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});
beforeEach(async () => {
  models = await openModels();
});
afterEach(async () => {
  const { refusals } = models.server;
  await models[Symbol.asyncDispose]();
  if (refusals.length > 0) throw new Error(refusals.join('\n'));
});

const quick = { max_timeout_seconds_per_try: 0.3 };
const gone = { command: 'get_by_test_id("old-save")', prompt_instructions: 'the save button' };

function run(
  html: string,
  nodes: readonly object[],
  options: RunOptions = {},
): Promise<FinishedRun> {
  const dependencies = { ...models.dependencies, ...options.dependencies };
  return stage.run(html, nodes, { ...options, dependencies });
}

const purposes = () => models.server.requests.map(({ purpose }) => purpose);
const requestFor = (purpose: string): ModelRequest => {
  const found = models.server.requests.find((request) => request.purpose === purpose);
  if (!found) throw new Error(`Nobody asked for ${purpose}.`);
  return found;
};

const form = `<script>log = []; note = (what) => log.push(what)</script>
  <label>Name <input id=name></label><button id=other onclick="note('other')">Cancel</button>
  <button onclick="note('save ' + event.detail)" ondblclick="note('double')" oncontextmenu="note('context')">Save order</button>`;

// proves: interaction_action.click_element.prompt_instructions
test('falls back to the model when the command finds nothing, and records it', async () => {
  models.server.script('target', pick(/Save order/));
  const finished = await run(form, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('log')).toEqual(['save 1']);
  expect(purposes()).toEqual(['target']);
  expect(requestFor('target').texts[0]).toContain('The element: the save button');
  expect(finished.events[0]?.means).toEqual([
    { kind: 'command', outcome: 'failed', reason: expect.stringContaining('matched no element') },
    { kind: 'model', outcome: 'done', model: 'gemini/gemini-2.5-flash' },
  ]);
  expect(finished.events[0]?.healedLocator).toEqual({
    failedCommand: gone.command,
    command: 'get_by_role("button", name="Save order", exact=True)',
    candidates: expect.arrayContaining([expect.objectContaining({ kind: 'text', score: 38 })]),
    pageUrl: finished.page.url(),
  });
});

test('proposes locators that match the same element, in frames too', async () => {
  models.server.script('target', pick(/Pay now/));
  const html = `<button>Pay now</button><iframe title=Till srcdoc="<button data-testid=pay onclick='parent.paid = true'>Pay now for good</button>"></iframe>`;
  const target = { prompt_instructions: 'the pay button of the till' };
  models.server.script('target', pick(/for good/));
  const first = await run(html, [interact('click_element', target)]);
  expect(first.events[0]?.healedLocator?.command).toBe(
    'get_by_role("button", name="Pay now", exact=True)',
  );
  const second = await run(html, [interact('click_element', target)]);
  const command = second.events[0]?.healedLocator?.command;
  expect(command).toBe('get_by_title("Till", exact=True).content_frame.get_by_test_id("pay")');
  const third = await run(html, [interact('click_element', { command })]);
  expect(failureOf(third)).toBe('success');
  expect(await third.read('paid')).toBe(true);
});

test.each([
  ['another element has that name', 'Save order', /Cancel/, ['the right one']],
  ["the page's wording has changed", 'Store order', /Save order/, ['save 1']],
  ['its name is similar', 'Save', /Save order/, ['save 1']],
])('trusts a model over the name in the command unless %s', async (...[, name, found, log]) => {
  models.server.script('target', pick(found));
  models.server.script(
    'step',
    call('perform_step', { index: found }),
    call('perform_step', { index: /Save order/ }),
  );
  const html =
    name === 'Save order' ? form.replaceAll("'save ' + event.detail", "'the right one'") : form;
  const target = {
    command: `get_by_role("link", name="${name}")`,
    prompt_instructions: 'what saves the order',
  };
  const finished = await run(html, [interact('click_element', target, { group: quick })]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('log')).toEqual(log);
  const refusal = expect.stringContaining(
    'is not called "Save order" as the command says, and another element of the page is',
  );
  const isRefused = name === 'Save order';
  expect(finished.events[0]?.means?.[1]).toMatchObject(
    isRefused ? { outcome: 'failed', reason: refusal } : { outcome: 'done' },
  );
});

// proves: interaction_action.click_element.skip_command
test('goes straight to the model when skip_command is true', async () => {
  models.server.script('target', pick(/Save order/));
  const target = { command: 'locator("#other")', skip_command: true, prompt_instructions: 'save' };
  const finished = await run(form, [interact('click_element', target)]);
  expect(await finished.read('log')).toEqual(['save 1']);
  expect(finished.events[0]?.means).toEqual([expect.objectContaining({ kind: 'model' })]);
});

// proves: interaction_action.click_element.skip_prompt
test('does not ask a model when the step is optional', async () => {
  const step = interact('click_element', { ...gone, skip_prompt: true }, { group: quick });
  const finished = await run(form, [step]);
  expect(finished.events[0]).toMatchObject({ outcome: 'skipped' });
  expect(purposes()).toEqual([]);
});

test('does not ask a model when the command finds the element', async () => {
  const target = { ...gone, command: 'locator("#other")' };
  const finished = await run(form, [interact('click_element', target)]);
  expect(await finished.read('log')).toEqual(['other']);
  expect(finished.events[0]?.means).toBeUndefined();
  expect(purposes()).toEqual([]);
});

test.each([
  ['click_element', { double_click: true }, /Save/, 'log', ['save 1', 'save 2', 'double']],
  ['click_element', { button: 'right' }, /Save/, 'log', ['context']],
  ['input_text', { input_text: 'Oak', press_enter: true }, /id=i/, 'log', ['input Oak', 'Enter']],
  [
    'input_text',
    { input_text: 'ab', fill_or_type: 'type' },
    /id=i/,
    'log',
    ['input a', 'input ab'],
  ],
  ['select_option', { select_values: ['Teak'] }, /<select/, 'l.value', 'Teak'],
  ['check', {}, /type=checkbox/, 'c.checked', true],
  ['hover', {}, /Save/, 'hovered', true],
  ['key_press', { type: 'enter' }, /id=i/, 'log', ['Enter']],
])('honours all params of %s %j', async (...example) => {
  const [kind, params, pattern, expression, expected] = example;
  models.server.script('target', pick(pattern));
  const html = `<script>log = []; note = (what) => log.push(what)</script>
    <input id=i oninput="note('input ' + this.value)" onkeydown="event.key === 'Enter' && note('Enter')">
    <input type=checkbox id=c><select id=l><option>Oak<option>Teak</select>
    <button onclick="note('save ' + event.detail)" ondblclick="note('double')" oncontextmenu="note('context')" onmouseover="hovered = true">Save</button>`;
  const finished = await run(html, [interact(kind, { prompt_instructions: 'it', ...params })]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read(expression)).toEqual(expected);
});

test('lets the model find a file field', async () => {
  models.server.script('target', pick(/type=file/));
  const save = { download_url_as_pdf: { download_filename: 'page.pdf' } };
  const nodes = [
    { type: 'action_node', interaction_action: save, end_sleep_time: 0 },
    interact('upload_file', { prompt_instructions: 'the file', file_path: 'page.pdf' }),
  ];
  const finished = await run('<input type=file id=f>', nodes);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('f.files[0].name')).toBe('page.pdf');
});

// proves: action_node.localized_axtree_string
test('shows the model the recorded surroundings of the element', async () => {
  models.server.script('target', pick(/Save order/));
  const node = { localized_axtree_string: '[7]<button />\n\tKeep changes' };
  await run(form, [interact('click_element', gone, { group: quick, node })]);
  expect(requestFor('target').texts[0]).toContain(node.localized_axtree_string);
});

// proves: remove_empty_nodes_in_axtree
test.each([
  [true, ['[2]<button />', '\tOne', '[3]<button />', '\tTwo']],
  [false, ['[1]<div />', '\t[2]<button />', '\t\tOne', '\t[3]<button />', '\t\tTwo']],
])('shows empty elements unless remove_empty_nodes_in_axtree is %s', async (isRemoved, lines) => {
  models.server.script('target', pick(/One/));
  const automation = { remove_empty_nodes_in_axtree: isRemoved };
  const html = '<div onclick="0"><button>One</button><button>Two</button></div>';
  const target = { prompt_instructions: 'the first' };
  await run(html, [interact('click_element', target)], { automation });
  expect(shownLines(requestFor('target'))).toEqual(lines);
});

test('lets an agent reveal the element and perform the step', async () => {
  models.server.script('target', { json: { index: -1, reason: 'It may be in the menu.' } });
  models.server.script(
    'step',
    call('click', { index: /More/ }),
    call('perform_step', { index: /Export/ }),
  );
  const html = `<button onclick="m.hidden = false">More</button><div id=m hidden><button ondblclick="done = true">Export</button></div>`;
  const step = interact('click_element', { prompt_instructions: 'export', double_click: true });
  const finished = await run(html, [step]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('done')).toBe(true);
  expect(finished.events[0]?.means).toEqual([
    {
      kind: 'model',
      outcome: 'failed',
      reason: 'It may be in the menu.',
      model: expect.any(String),
    },
    { kind: 'agent', outcome: 'done', model: expect.any(String) },
  ]);
  const tools = requestFor('step').tools.map(({ name }) => name);
  expect(tools).toEqual(['click', 'scroll', 'back', 'wait', 'perform_step', 'give_up']);
});

test('fails when neither model nor agent finds the element', async () => {
  models.server.script('target', { json: { index: -1, reason: 'No such button.' } });
  models.server.script('step', call('give_up', { reason: 'It is nowhere.' }));
  const finished = await run(form, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toMatch(
    /^element_not_found: The element "the save button" was not found\. .*matched no element.*No such button\..*It is nowhere\./,
  );
  expect(finished.events[0]?.means?.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
    'command failed',
    'model failed',
    'agent failed',
  ]);
});

test('acts on nothing when the model returns an unknown index', async () => {
  models.server.script('target', { json: { index: 99, reason: 'made up' } });
  models.server.script('step', call('give_up', { reason: 'no' }));
  const finished = await run(form, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toMatch(/^element_not_found/);
  expect(await finished.read('log')).toEqual([]);
});

test('acts on nothing when the element changes while the model answers', async () => {
  const html = `${form}<script>setTimeout(() => { document.querySelector('button:last-of-type').textContent = 'Delete order' }, 400)</script>`;
  let isLate = false;
  models.server.script('target', (request) => {
    const answer = pick(/Save order/)(request);
    const end = Date.now() + 600;
    while (Date.now() < end) isLate = true;
    return answer;
  });
  models.server.script('step', call('give_up', { reason: 'no' }));
  const group = { max_timeout_seconds_per_try: 0.01 };
  const finished = await run(html, [interact('click_element', gone, { group })]);
  expect(isLate).toBe(true);
  expect(failureOf(finished)).toMatch(/^element_not_found/);
  expect(await finished.read('log')).toEqual([]);
});

test('fails closed when the model does not answer', async () => {
  models.server.script('target', { status: 400 });
  const finished = await run(form, [interact('click_element', gone, { group: quick })]);
  expect(failureOf(finished)).toMatch(/^model_error/);
  expect(await finished.read('log')).toEqual([]);
});

test('does not fall back once the element has been acted on', async () => {
  const html = '<input id=i oninput="this.remove()">';
  const params = {
    command: 'locator("#i")',
    prompt_instructions: 'x',
    input_text: 'a',
    press_enter: true,
  };
  const finished = await run(html, [interact('input_text', params, { group: quick })]);
  expect(failureOf(finished)).toMatch(/^locator_not_found/);
  expect(purposes()).toEqual([]);
});

test('types nothing into a frame of another origin that the task does not name', async () => {
  models.server.script('target', pick(/id=f/));
  models.server.script(
    'step',
    call('perform_step', { index: /id=f/ }),
    call('give_up', { reason: 'refused' }),
  );
  const html = '<iframe src="data:text/html,<input id=f>"></iframe>';
  const step = interact(
    'input_text',
    { prompt_instructions: 'card', input_text: '4111' },
    { group: quick },
  );
  const finished = await run(html, [step]);
  expect(failureOf(finished)).toMatch(/is in a frame of no origin, which the task does not name/);
});

// proves: interaction_action.scroll.prompt_instructions
test('scrolls the part of the page that the model finds', async () => {
  models.server.script('target', pick(/id=list/));
  const html = `<div style="height:3000px"><div id=list style="height:100px;overflow:auto"><p style="height:900px">x</p></div></div>`;
  const step = interact('scroll', { prompt_instructions: 'the list', amount: 200 });
  const finished = await run(html, [step]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('[list.scrollTop, scrollY]')).toEqual([200, 0]);
});
