import { expect, test } from '@jest/globals';
import { parseExtractionFormat } from './extraction-format.ts';
import { extractionSchema } from './extraction-schema.ts';

test.each([
  ['str', { type: ['string', 'null'] }],
  ['int', { type: ['integer', 'null'] }],
  ['float | None', { type: ['number', 'null'] }],
  ['Optional[bool]', { type: ['boolean', 'null'] }],
  ['Any', {}],
  ['dict', { type: ['object', 'null'] }],
  ['List[str]', { type: ['array', 'null'], items: { type: 'string' } }],
  ['list[Optional[int]]', { type: ['array', 'null'], items: { type: ['integer', 'null'] } }],
])('makes a schema of %s', (descriptor, schema) => {
  expect(extractionSchema(parseExtractionFormat({ 'a b': descriptor }))).toEqual({
    type: 'object',
    properties: { 'a b': schema },
    required: ['a b'],
    additionalProperties: false,
  });
});

const record = (name: string, type: string, isInList = false) => ({
  type: isInList ? 'object' : ['object', 'null'],
  properties: { [name]: { type: [type, 'null'] } },
  required: [name],
  additionalProperties: false,
});

test('closes the schemas of records, even inside lists', () => {
  const format = { to: { city: 'str' }, lines: [{ amount: 'float' }] };
  const schema = extractionSchema(parseExtractionFormat(format));
  expect(schema.properties).toEqual({
    to: record('city', 'string'),
    lines: { type: ['array', 'null'], items: record('amount', 'number', true) },
  });
});
