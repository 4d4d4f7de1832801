import { expect, test } from '@jest/globals';
import { openModels } from '../../test/open-models.ts';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const html = `<label>Comment <input></label><p id=status></p>
  <label>Country <select onchange="document.title = this.value">
    <option value="">Choose</option><option value=lv>Latvia</option><option value=lt>Lithuania</option>
    <option value=ee disabled>Estonia</option></select></label>`;
const field = { command: 'get_by_label("Comment")', prompt_instructions: 'Thank {name[0]}' };
const list = { command: 'get_by_label("Country")', prompt_instructions: 'The one of {name[0]}' };
const inputs = { name: ['Ann'] };

// proves field: interaction_action.input_text.input_text
test('types the text that a model proposes', async () => {
  await using asked = await openModels();
  asked.server.script('input_text', { json: { input_text: 'Thank you, {name[0]}!' } });
  const run = await stage.run(html, [interact('input_text', field)], { ...asked, inputs });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("input").value')).toBe('Thank you, {name[0]}!');
  const [request] = asked.server.requests;
  expect(request?.instructions).toContain('Thank Ann');
  expect(request?.texts.join()).toContain('Comment');
  expect(request?.images).toHaveLength(1);
});

test('skips a field when the model proposes nothing', async () => {
  await using asked = await openModels();
  asked.server.script('input_text', { json: { input_text: null } });
  const run = await stage.run(html, [interact('input_text', field)], { ...asked, inputs });
  expect(run.events).toMatchObject([{ outcome: 'skipped', reason: 'The model proposed no text.' }]);
});

// proves field: interaction_action.select_option.select_values
test('selects the option that a model proposes', async () => {
  await using asked = await openModels();
  asked.server.script('select_values', { json: { numbers: [2, 99] } });
  const run = await stage.run(html, [interact('select_option', list)], { ...asked, inputs });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.title')).toBe('lt');
  const [request] = asked.server.requests;
  expect(request?.texts.at(-1)).toMatch(/2: \{"label":"Lithuania","value":"lt"\}\nEND PAGE/);
  expect(request?.texts.join()).not.toContain('"label":"Estonia"');
});

test('skips a list when the model proposes none of its options', async () => {
  await using asked = await openModels();
  asked.server.script('select_values', { json: { numbers: [] } });
  const run = await stage.run(html, [interact('select_option', list)], { ...asked, inputs });
  expect(run.events).toMatchObject([
    { outcome: 'skipped', reason: 'The model proposed none of the options.' },
  ]);
});

test('lets a model choose when no option matches exactly, and records it', async () => {
  await using asked = await openModels();
  asked.server.script('select_values', { json: { numbers: [1] } });
  const values = { select_values: ['Republic of {name[0]}'] };
  const run = await stage.run(html, [interact('select_option', { ...list, ...values })], {
    ...asked,
    inputs: { name: ['Latvia'] },
  });
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.title')).toBe('lv');
  const [request] = asked.server.requests;
  expect(request?.instructions).toContain('"Republic of Latvia"');
  expect(request?.texts.join()).not.toContain('"label":"Estonia"');
  expect(run.events[0]?.means?.at(-1)).toMatchObject({
    kind: 'model',
    outcome: 'done',
    reason: expect.stringContaining('The model chose the option "Latvia".'),
  });
});

test.each([
  ['chooses nothing', [], {}],
  ['chooses more than requested', [1, 2], {}],
  ['names a missing option', [99], {}],
  ['must not be asked', [1], { skip_prompt: true }],
])('fails when no option matches exactly and the model %s', async (_what, numbers, params) => {
  await using asked = await openModels();
  asked.server.script('select_values', { json: { numbers } });
  const select = { ...list, ...params, select_values: ['Latvija'] };
  const run = await stage.run(html, [interact('select_option', select)], { ...asked, inputs });
  expect(failureOf(run)).toMatch(/^option_not_found: .* has no option for "Latvija"/);
  expect(await run.read('document.querySelector("select").value')).toBe('');
  expect(asked.server.requests).toHaveLength('skip_prompt' in params ? 0 : 1);
});

// proves field: extraction_action.locator.extraction_instructions
// proves field: extraction_action.locator.llm_provider; extraction_action.locator.llm_model_name
test('asks a model for text that the locator no longer finds', async () => {
  await using asked = await openModels();
  asked.server.script('extraction', { json: { total: '7' } });
  const locator = {
    command: 'locator("#gone")',
    extraction_format: { total: 'int' },
    extraction_instructions: 'The total of {name[0]}',
    output_variable_name: 'total',
    llm_provider: 'anthropic',
    llm_model_name: 'claude-haiku-4-5',
  };
  const node = { extraction_action: { locator }, before_sleep_time: 0 };
  const run = await stage.run(html, [node], { ...asked, inputs });
  expect(failureOf(run)).toBe('success');
  expect(run.result.outputData).toEqual([{ json_data: { total: 7 } }]);
  expect(asked.server.requests[0]).toMatchObject({
    format: 'anthropic',
    model: 'claude-haiku-4-5',
  });
  expect(asked.server.requests[0]?.instructions).toContain('The total of Ann');
});

test('fails when the model finds nothing either', async () => {
  await using asked = await openModels();
  asked.server.script('extraction', { json: { total: null } });
  const locator = {
    command: 'locator("#gone")',
    extraction_format: { total: 'int' },
    extraction_instructions: 'The total',
  };
  const node = { extraction_action: { locator }, before_sleep_time: 0 };
  const run = await stage.run(html, [node], { ...asked, inputs });
  expect(failureOf(run)).toMatch(/^extraction_empty: .* matched no element/);
});
