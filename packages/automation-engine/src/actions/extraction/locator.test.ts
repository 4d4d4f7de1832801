import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const extract = (locator: object, group: object = {}, node: object = {}) => ({
  extraction_action: {
    locator: { extraction_format: { result: 'str' }, output_variable_name: 'result', ...locator },
    ...group,
  },
  before_sleep_time: 0,
  ...node,
});

// proves field: extraction_action.locator.command; extraction_action.unique_identifier
// proves field: parameters.input_parameters
test('extracts the visible text of the first match, trimmed', async () => {
  const run = await stage.run(
    '<p>  First <b>one</b> <i hidden>no</i></p><p>Second</p>',
    [extract({ command: 'locator("p")' }, { unique_identifier: 'order {id[0]}' })],
    { inputs: { id: [7] } },
  );
  expect(run.result.outputData).toEqual([
    { unique_identifier: 'order 7', json_data: { result: 'First one' } },
  ]);
});

test.each([
  ['<input value="typed">', 'locator("input")', 'typed'],
  ['<textarea>area</textarea>', 'locator("textarea")', 'area'],
  ['<select><option value=de selected>Germany</select>', 'locator("select")', 'de'],
])('extracts the value of %s', async (html, command, value) => {
  const run = await stage.run(html, [extract({ command })]);
  expect(run.result.outputData).toEqual([{ json_data: { result: value } }]);
});

// proves field: extraction_action.locator.output_variable_name
// proves field: extraction_action.locator.extraction_format
test('stores a variable that later steps can use', async () => {
  const run = await stage.run('<p>Ann</p><input>', [
    extract({ command: 'locator("p")' }),
    interact('input_text', { command: 'locator("input")', input_text: 'Hello {result[0]}' }),
  ]);
  expect(failureOf(run)).toBe('success');
  expect(await run.read('document.querySelector("input").value')).toBe('Hello Ann');
});

// proves field: action_node.before_sleep_time
test('waits until the page is quiet and the element exists', async () => {
  const run = await stage.run(
    `<p>Loading</p><script>setTimeout(() => { document.querySelector('p').textContent = 'Ready' }, 80)</script>`,
    [extract({ command: 'locator("p")' }, {}, { before_sleep_time: 10 })],
  );
  expect(run.result.outputData).toEqual([{ json_data: { result: 'Ready' } }]);
  expect(run.events[0]?.durationMs).toBeLessThan(5000);
});

// proves field: extraction_action.allow_none
test('fails when nothing matches, unless allow_none is true', async () => {
  const nothing = { command: 'locator("#none")' };
  const [refused, allowed] = await Promise.all([
    stage.run('<p>x</p>', [extract(nothing)]),
    stage.run('<p>x</p>', [extract(nothing, { allow_none: true })]),
  ]);
  expect(failureOf(refused)).toMatch(/^extraction_empty: The extraction of "result" found nothing/);
  expect(allowed.result.outputData).toEqual([{ json_data: { result: null } }]);
});

test.each([
  ['int', ' 12 ', 12],
  ['float', '-1.5', -1.5],
  ['bool', 'Yes', true],
  ['Optional[int]', '7', 7],
  ['str', '007', '007'],
])('reads a text as %s', async (type, text, value) => {
  const format = { extraction_format: { result: type } };
  const run = await stage.run(`<p>${text}</p>`, [extract({ command: 'locator("p")', ...format })]);
  expect(run.result.outputData).toEqual([{ json_data: { result: value } }]);
});

test.each([
  ['int', '1,234.50'],
  ['float', '12 EUR'],
  ['bool', 'maybe'],
])('fails when a text is not a valid %s', async (type, text) => {
  const format = { extraction_format: { result: type } };
  const run = await stage.run(`<p>${text}</p>`, [extract({ command: 'locator("p")', ...format })]);
  expect(failureOf(run)).toContain(
    `extraction_format: The text of "result" is "${text}", which is not of type ${type}.`,
  );
});

test('reads blank text as null for a number, which allow_none must permit', async () => {
  const blank = { command: 'locator("p")', extraction_format: { result: 'int' } };
  const refused = await stage.run('<p> </p>', [extract(blank)]);
  expect(failureOf(refused)).toMatch(/^extraction_empty: .*locator\("p"\) has no text/);
  const allowed = await stage.run('<p> </p>', [extract(blank, { allow_none: true })]);
  expect(allowed.result.outputData).toEqual([{ json_data: { result: null } }]);
});
