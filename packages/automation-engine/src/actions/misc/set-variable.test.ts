import { expect, test } from '@jest/globals';
import { failureOf, interact } from '../../test/run-on-page.ts';
import { useStage } from '../../test/use-stage.ts';

const stage = useStage();

const set = (params: object) => ({ misc_action: { set_variable: params }, end_sleep_time: 0 });

// proves field: misc_action.set_variable.name; misc_action.set_variable.value
// proves field: misc_action.set_variable.expression
test('sets variables that later steps use', async () => {
  const parameters = {
    input_parameters: { name: ["O'Neil {x[0]}"] },
    generated_parameters: { counter: [1] },
  };
  const nodes = [
    set({ name: 'counter', expression: '{counter[0]} + 1' }),
    set({ name: 'counter', expression: 'counter[0] * 10' }),
    set({ name: 'fixed', value: '{not bound}' }),
    set({ name: 'composed', value: '{counter[0]} of {name[0]}' }),
    set({ name: 'flag', value: false }),
    set({ name: 'list', expression: '[1.5, None, "a"]' }),
    set({ name: 'shout', expression: "'{name[0]}'.upper() + '!'" }),
    interact('input_text', {
      command: 'locator("input")',
      input_text: '{counter[0]}|{fixed[0]}|{composed[0]}|{flag[0]}|{list[0]}|{shout[0]}',
    }),
  ];
  const inputs = { name: ["O'Neil {x[0]}"] };
  const run = await stage.run('<input>', nodes, { inputs, automation: { parameters } });
  expect(failureOf(run)).toBe('success');
  await expect(run.read('document.querySelector("input").value')).resolves.toBe(
    `20|{not bound}|20 of O'Neil {x[0]}|False|[1.5,null,"a"]|O'NEIL {X[0]}!`,
  );
  expect(run.result.outputData).toEqual([]);
});

// proves field: misc_action.set_variable.output_variable_name
test('writes the value to the output under another name', async () => {
  const node = set({ name: 'a', expression: '2 ** 10', output_variable_name: 'size_of_{id[0]}' });
  const run = await stage.run('<p>', [node], { inputs: { id: ['x'] } });
  expect(run.result.outputData).toEqual([
    { unique_identifier: 'size_of_x', json_data: { size_of_x: 1024 } },
  ]);
});

test('fails with the position of the error and the values', async () => {
  const node = set({ name: 'a', expression: "1 + '{id[0]}'" });
  const run = await stage.run('<p>', [node], { inputs: { id: ['x7'] } });
  expect(failureOf(run)).toMatch(
    /^expression_error: The expression cannot be computed at character 3: \+ does not work on an int and a str.* Given: 1 and "x7"\.\n/,
  );
});
