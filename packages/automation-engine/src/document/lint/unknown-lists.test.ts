import { expect, test } from '@jest/globals';
import { messagesOf, withNodes } from '../../test/lint-cases.ts';

test('accepts loops over a list inside a variable', () => {
  const loops = ['total[0]', 'total.rows, name'].map((list) => ({
    variable_name: list,
    nodes: [],
  }));
  expect(messagesOf(withNodes(loops))).toEqual([]);
});

test('reports loops over unknown lists', () => {
  expect(messagesOf(withNodes([{ variable_name: 'ids, namse', nodes: [] }]))).toEqual([
    'The loop iterates over "namse", which nothing declares or writes. Did you mean "name"?',
  ]);
});
