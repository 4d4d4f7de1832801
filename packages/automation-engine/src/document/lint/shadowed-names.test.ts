import { expect, test } from '@jest/globals';
import { extract, warningsOf, withNodes } from '../../test/lint-cases.ts';

test('reports names that shadow other values', () => {
  const nested = { variable_name: 'ids', nodes: [] };
  const automation = withNodes([
    extract('name'),
    { variable_name: 'ids', nodes: [nested] },
    { variable_name: 'ids', index_variable_name: 'late', nodes: [] },
  ]);
  expect(warningsOf(automation)).toEqual([
    'shadowed-name nodes.0.extraction_action.locator.output_variable_name',
    'shadowed-name nodes.2.index_variable_name',
    'shadowed-name nodes.1.nodes.0.index_variable_name',
  ]);
});
