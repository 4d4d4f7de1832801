import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { type Command, onPage } from './test/import-commands.ts';

const count: Command = ['storeElementCount', 'css=td', 'n'];

test.each([
  ['${n} == 3', '{n[0]} == 3', 'mapped'],
  ['${n} === 3 && !(${s} > 4)', '{n[0]} === 3 and not ( float({s[0]}) > 4 )', 'mapped'],
  ['"${t}" !== "x"', 'str({t[0]}) != "x"', 'mapped'],
  ["${t} == 'x'", "{t[0]} == 'x'", 'mapped'],
  ['3 < ${t}', '3 < float({t[0]})', 'approximated'],
  ['${n} == ${s}', '{n[0]} == float({s[0]})', 'mapped'],
  ['${n} == "3"', undefined, 'approximated'],
  ['${s} === 5', undefined, 'approximated'],
  ['${t} < "x"', undefined, 'approximated'],
  ['${s} % 2 == 0', undefined, 'approximated'],
  ['!${n} == 3', undefined, 'approximated'],
  ['"${t}" == "\\x41"', undefined, 'approximated'],
  ['${any} > 3', undefined, 'approximated'],
])('compares %s as JavaScript does', (source, condition, outcome) => {
  const { nodes, outcomes } = onPage(
    count,
    ['store', '5', 's'],
    ['storeText', 'id=t', 't'],
    ['executeScript', 'return 1', 'any'],
    ['if', source],
    ['end'],
  );
  const expected = condition?.replace('===', '==') ?? 'condition[0]';
  expect(nodes.at(-1)).toMatchObject({ condition: expected });
  expect(outcomes[4]).toBe(outcome);
});

/** Returns what the script of a step passes to the page. */
function evaluated(node: object | undefined): string {
  const call = /page\.evaluate\((.*)\)/.exec(JSON.stringify(node)) ?? [];
  const script = JSON.parse(`"${call[1]?.replace(/\)\}\\n.*$/, '')}"`) as string;
  return script.replace(/\\"/g, '"');
}

test.each([
  ['return ${n} + 1', 'return $values[0] + 1', '[{n[0]}]'],
  [
    'return {a: ${n}, b: [${t}, ${n}]}',
    'return {a: $values[0], b: [$values[1], $values[0]]}',
    '[{n[0]}, {t[0]}]',
  ],
  ["f('Hi ${t}!')", "f(('Hi ' + $values[0] + '!'))", '[{t[0]}]'],
  ['return `${t} ${local}`', 'return `${$values[0]} ${local}`', '[{t[0]}]'],
])('passes the values of variables to the script %s', (source, script, values) => {
  const { nodes } = onPage(count, ['storeText', 'id=t', 't'], ['executeScript', source, 'r']);
  const text = evaluated(nodes[2]);
  expect(text).toContain(script);
  expect(text).toContain(`.apply(window, $values)", ${values}`);
});

test.each([
  ['new Promise(r => setTimeout(() => r("x"), 1));', 'x'],
  ['return new Promise(r => setTimeout(() => r("x"), 1))', 'x'],
  ['var done = arguments[arguments.length - 1]; setTimeout(() => done("x"), 1)', 'x'],
])('ends when the asynchronous script %s does', async (source, result) => {
  const { nodes } = onPage(['executeAsyncScript', source, 'r']);
  const [, script = ''] = /evaluate\((".*")\)\}/.exec(pythonOf(nodes[0])) ?? [];
  const page = { window: {}, setTimeout };
  expect(await runInNewContext(JSON.parse(script) as string, page)).toBe(result);
});

function pythonOf(node: object | undefined): string {
  const { extraction_action: action } = node as { extraction_action?: never };
  const { python_script: python } = (action ?? {}) as { python_script?: { script: string } };
  return python?.script ?? '';
}

test('puts variables into JSON as text', () => {
  const { nodes } = onPage(count, ['storeJson', '{"k":"${n}"}', 'p']);
  expect(pythonOf(nodes[1])).toContain(
    String.raw`JSON.parse(\"{\\\"k\\\":\\\"\" + $values[0] + \"\\\"}\")", [{n[0]}]`,
  );
});

const press = (...keys: string[]) => ({ interaction_action: { key_press: { type: keys } } });

test.each<[string, string, object[]]>([
  ['id=a', '${KEY_CONTROL}ac', [press('Control', 'a'), press('Control', 'c')]],
  ['id=a', '${KEY_SHIFT}${KEY_TAB}${KEY_TAB}', [press('Shift', 'Tab'), press('Shift', 'Tab')]],
  [
    'id=a',
    '${KEY_CONTROL}a${KEY_NULL}b',
    [press('Control', 'a'), { interaction_action: { input_text: {} } }],
  ],
  ['id=a', '${KEY_CTRL}', [press('Control')]],
  ['id=a', '${KEY_NUMPAD1}', [press('num1')]],
  ['id=a', '${KEY_CONTROL}${x}', []],
  ['id=password', '${KEY_SHIFT}hunter2', []],
])('presses %s %s', (target, keys, nodes) => {
  const imported = onPage(['sendKeys', target, keys]);
  expect(imported.nodes).toMatchObject(nodes);
  expect(imported.outcomes).toEqual([nodes.length === 0 ? 'skipped' : 'mapped']);
  expect(imported.automation.parameters.input_parameters).not.toHaveProperty('x');
});
