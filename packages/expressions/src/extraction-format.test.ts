import { expect, test } from '@jest/globals';
import { ExtractionFormatError } from './expression-errors.ts';
import { parseExtractionFormat } from './extraction-format.ts';

const str = { kind: 'str' };

test.each([
  ['str', str],
  ['int', { kind: 'int' }],
  ['float', { kind: 'float' }],
  [' bool ', { kind: 'bool' }],
  ['Any', { kind: 'any' }],
  ['dict', { kind: 'dict' }],
  ['List[str]', { kind: 'list', element: str }],
  ['list[ List[str] ]', { kind: 'list', element: { kind: 'list', element: str } }],
  ['Optional[str]', { kind: 'optional', type: str }],
  ['str | None', { kind: 'optional', type: str }],
  ['None|str', { kind: 'optional', type: str }],
  [['str'], { kind: 'list', element: str }],
  [{ 'Auth Nbr': 'str' }, { kind: 'record', fields: new Map([['Auth Nbr', str]]) }],
  [
    [{ name: 'str' }],
    { kind: 'list', element: { kind: 'record', fields: new Map([['name', str]]) } },
  ],
])('reads the type %j', (descriptor, expected) => {
  expect(parseExtractionFormat({ field: descriptor }).fields.get('field')).toEqual(expected);
});

test.each([
  [{ a: 'string' }, ['a'], 'Field "a" is "string", not a type.'],
  [{ a: '' }, ['a'], 'Field "a" is "", not a type.'],
  [{ a: 'List' }, ['a'], 'Field "a" is "List", not a type.'],
  [{ a: 'List[str' }, ['a'], 'not a type'],
  [{ a: 'str]' }, ['a'], 'not a type'],
  [{ a: 'int | str' }, ['a'], 'not a type'],
  [{ a: 'None' }, ['a'], 'not a type'],
  [{ a: '__import__("os")' }, ['a'], 'not a type'],
  [{ a: { b: 5 } }, ['a', 'b'], 'Field "a" > "b" is the number 5, not a type.'],
  [{ a: [] }, ['a'], 'Field "a" is a list of 0 types.'],
  [{ a: ['str', 'int'] }, ['a'], 'Field "a" is a list of 2 types.'],
  [{ a: [{ b: null }] }, ['a', 0, 'b'], 'Field "a" > 0 > "b" is null, not a type.'],
  ['str', [], 'The format is the string "str", not an object.'],
  [null, [], 'The format is null, not an object.'],
])('refuses %j with its path', (format, path, message) => {
  const parse = () => parseExtractionFormat(format);
  expect(parse).toThrow(ExtractionFormatError);
  expect(parse).toThrow(message);
  expect(parse).toThrow(expect.objectContaining({ path, code: 'extraction_format' }));
});

test('refuses an overly nested format', () => {
  let format: unknown = 'str';
  for (let depth = 0; depth < 1000; depth += 1) format = { a: format };
  expect(() => parseExtractionFormat(format)).toThrow('more than 32 levels');
  expect(() => parseExtractionFormat({ a: 'List['.repeat(5000) })).toThrow('not a type');
});

test('keeps a field named __proto__', () => {
  const format: unknown = JSON.parse('{"__proto__": "str"}');
  expect([...parseExtractionFormat(format).fields.keys()]).toEqual(['__proto__']);
});
