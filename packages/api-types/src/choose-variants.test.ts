import { expect, test } from '@jest/globals';
import { chooseVariantsByProperty } from './choose-variants.ts';

test('turns a marked oneOf into if, then and else at any depth', () => {
  const schemas = [
    { items: { oneOf: [{ $ref: 'A' }, { $ref: 'B' }], 'x-errand-second-if': { required: ['b'] } } },
  ];
  const [chosen] = chooseVariantsByProperty(schemas);
  expect(chosen?.items).toMatchObject({ if: { required: ['b'] }, else: { $ref: 'A' } });
  expect(Object.entries(chosen?.items ?? {})).toContainEqual(['then', { $ref: 'B' }]);
  expect(chosen?.items).not.toHaveProperty('oneOf');
});

test('leaves any other oneOf alone', () => {
  const schema = { oneOf: [{ $ref: 'A' }, { type: 'null' }] };
  expect(chooseVariantsByProperty(structuredClone(schema))).toEqual(schema);
});
