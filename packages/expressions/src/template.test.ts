import { expect, test } from '@jest/globals';
import { createBindings, type Scope } from './bindings.ts';
import { UnresolvedPlaceholderError } from './expression-errors.ts';
import { bindText, parseTemplate, tryBindText } from './template.ts';

const scope: Scope = {
  inputParameters: {
    name: ['Ada', 'Grace', null],
    flags: [true, false, 1, 1.5],
    hostile: ['{password[0]}', '{{name[0]}}'],
    shared: ['input'],
    locator: ['from input'],
  },
  secureParameters: { password: ['s3cret'] },
  generatedVariables: {
    shared: ['generated'],
    result: { body: { id: 7, tags: ['a', 'b'], 'content-type': 'text/html', none: null } },
    rows: [{ name: 'first' }],
  },
};
const bindings = createBindings(scope);

test.each([
  ['{name[0]} and {name[1]}', 'Ada and Grace'],
  ['{name[-2]}', 'Grace'],
  ['{{name[0]}}', '{Ada}'],
  ['{flags[0]} {flags[1]} {flags[2]} {flags[3]}', 'True False 1 1.5'],
  ['{shared[0]}', 'generated'],
  ['{password[0]}', 's3cret'],
  ['{result.body.id}', '7'],
  ['{result.body.tags[1]}', 'b'],
  ['{result.body.tags}', '["a","b"]'],
  ['{result.body.content-type}', 'text/html'],
  ['{rows[0].name}', 'first'],
  ['{rows[0]}', '{"name":"first"}'],
  ['{locator[0]}', 'from input'],
  ['', ''],
])('binds %j as %j', (text, expected) => {
  expect(bindText(parseTemplate(text), bindings)).toBe(expected);
});

test.each([
  '{"key": "value"}',
  'a{color: red}',
  String.raw`\d{2,3}`,
  '{}',
  '{name}',
  '{0}',
  '{name[]}',
  '{name[0}',
  '{name[0][}',
  '{index_of()}',
  '{a b[0]}',
  "{name['x']}",
])('leaves %j unchanged', (text) => {
  expect(bindText(parseTemplate(text), bindings)).toBe(text);
});

test('never scans a value for placeholders', () => {
  const template = parseTemplate('{hostile[0]}/{hostile[1]}');
  expect(bindText(template, bindings)).toBe('{password[0]}/{{name[0]}}');
});

test.each(['{absent[0]}', '{name[9]}', '{name[2]}', '{result.body.none}', '{name.length}'])(
  'names %s when it has no value',
  (text) => {
    const template = parseTemplate(`Hello ${text}!`);
    expect(() => bindText(template, bindings)).toThrow(UnresolvedPlaceholderError);
    expect(() => bindText(template, bindings)).toThrow(`No value for ${text} in "Hello ${text}!"`);
  },
);

test('does not reach inherited members', () => {
  for (const text of ['{constructor.name}', '{result.constructor.name}', '{__proto__.x}']) {
    expect(tryBindText(parseTemplate(text), bindings).kind).toBe('unresolved');
  }
});

test('distinguishes a string that is an unresolved placeholder from one that contains one', () => {
  expect(tryBindText(parseTemplate('{absent[0]}'), bindings)).toMatchObject({ isWholeText: true });
  expect(tryBindText(parseTemplate('x{absent[0]}'), bindings)).toMatchObject({
    isWholeText: false,
    placeholders: [{ kind: 'variable', name: 'absent', source: '{absent[0]}' }],
  });
});

test('binds the indices, the elements and the locator of loops', () => {
  const looped = createBindings({
    ...scope,
    loops: [
      { indexName: 'row', index: 1, locator: 'get_by_role("row").nth(1)' },
      { indexName: 'index', index: 0, lists: new Map([['name', ['captured']]]) },
    ],
  });
  const text = '{row} {index} {index_of(name)} {name[index]} {flags[row]} {locator[row]}';
  expect(bindText(parseTemplate(text), looped)).toBe(
    '1 0 0 captured False get_by_role("row").nth(1)',
  );
});

test('binds a shared bare index to the outer loop and a list index to the loop over the list', () => {
  const looped = createBindings({
    ...scope,
    loops: [
      { indexName: 'index', index: 5, lists: new Map([['outer', ['o']]]) },
      { indexName: 'index', index: 1, lists: new Map([['name', ['Ada', 'Grace']]]) },
    ],
  });
  expect(bindText(parseTemplate('{index} {name[index]} {index_of(name)}'), looped)).toBe(
    '5 Grace 1',
  );
});

test('has no loop values outside a loop', () => {
  expect(tryBindText(parseTemplate('{index_of(name)}'), bindings).kind).toBe('unresolved');
  expect(tryBindText(parseTemplate('{locator[row]}'), bindings).kind).toBe('unresolved');
  expect(tryBindText(parseTemplate('{name[row]}'), bindings).kind).toBe('unresolved');
});

test('reads a long run of braces in linear time', () => {
  const text = '{a'.repeat(50_000) + '['.repeat(50_000);
  expect(bindText(parseTemplate(text), bindings)).toBe(text);
});

test('refuses a string of 600 times 400 KB before building it', () => {
  const inputParameters = { note: ['n'.repeat(400_000)] };
  const long = createBindings({ inputParameters, generatedVariables: {} });
  const source = '{note[0]} '.repeat(600);
  const before = process.memoryUsage().rss;
  const began = performance.now();
  expect(() => bindText(parseTemplate(source), long)).toThrow(
    /^The text "\{note\[0\]\} .*\.\.\. becomes longer by more than 4194304 characters with its values in place/,
  );
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  expect(bindText(parseTemplate('{note[0]} '.repeat(10)), long)).toHaveLength(4_000_010);
});
