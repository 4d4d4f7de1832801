import { expect, test } from '@jest/globals';
import { FORM, gone, quick } from '../../test/order-form.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { pick, shownLines } from '../../test/scripted-answers.ts';
import { useModels, useStage } from '../../test/use-stage.ts';

const models = useModels(useStage());
const { run, purposes, requestFor } = models;

// proves field: interaction_action.click_element.prompt_instructions
test('falls back to the model when the command finds nothing, and records it', async () => {
  models.server.script('target', pick(/Save order/));
  const finished = await run(FORM, [interact('click_element', gone, { group: quick })]);
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

// proves field: interaction_action.click_element.skip_command
test('goes straight to the model when skip_command is true', async () => {
  models.server.script('target', pick(/Save order/));
  const target = { command: 'locator("#other")', skip_command: true, prompt_instructions: 'save' };
  const finished = await run(FORM, [interact('click_element', target)]);
  expect(await finished.read('log')).toEqual(['save 1']);
  expect(finished.events[0]?.means).toEqual([expect.objectContaining({ kind: 'model' })]);
});

// proves field: interaction_action.click_element.skip_prompt
test('does not ask a model when the step is optional', async () => {
  const step = interact('click_element', { ...gone, skip_prompt: true }, { group: quick });
  const finished = await run(FORM, [step]);
  expect(finished.events[0]).toMatchObject({ outcome: 'skipped' });
  expect(purposes()).toEqual([]);
});

test('does not ask a model when the command finds the element', async () => {
  const target = { ...gone, command: 'locator("#other")' };
  const finished = await run(FORM, [interact('click_element', target)]);
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

// proves field: action_node.localized_axtree_string
test('shows the model the recorded surroundings of the element', async () => {
  models.server.script('target', pick(/Save order/));
  const node = { localized_axtree_string: '[7]<button />\n\tKeep changes' };
  await run(FORM, [interact('click_element', gone, { group: quick, node })]);
  expect(requestFor('target').texts[0]).toContain(node.localized_axtree_string);
});

// proves field: remove_empty_nodes_in_axtree
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

// proves field: interaction_action.scroll.prompt_instructions
test('scrolls the part of the page that the model finds', async () => {
  models.server.script('target', pick(/id=list/));
  const html = `<div style="height:3000px"><div id=list style="height:100px;overflow:auto"><p style="height:900px">x</p></div></div>`;
  const step = interact('scroll', { prompt_instructions: 'the list', amount: 200 });
  const finished = await run(html, [step]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('[list.scrollTop, scrollY]')).toEqual([200, 0]);
});
