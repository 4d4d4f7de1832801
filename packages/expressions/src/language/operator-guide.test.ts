import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBindings, evaluateExpression, parseExpression } from '../index.ts';
import { arithmeticOperators, logicalOperators } from './operators.ts';

const guide = readFileSync(
  join(import.meta.dirname, '../../../../apps/docs/placeholders.md'),
  'utf8',
);
const rows = [
  ...guide.matchAll(/^\|[^|`]*(?:`[^`]*`[^|`]*)*\| `([^`]+)` +\| `([^`]+)` +\|$/gm),
].map(([, example = '', result = '']) => ({ example, result: JSON.parse(result) as unknown }));

test('every example in the operator table has its result next to it', () => {
  const generatedVariables = {
    count: [3],
    status: ['paid'],
    names: ['Ann', 'Bob', 'Cy'],
    price: ['12'],
    done: [false],
  };
  const bindings = createBindings({ inputParameters: {}, generatedVariables });
  const found = rows.map(({ example }) => ({
    example,
    result: evaluateExpression(parseExpression(example), bindings),
  }));
  expect(found).toEqual(rows);
});

test('the table shows every operator and every function', () => {
  expect(rows.length).toBeGreaterThan(30);
  const examples = rows.map(({ example }) => example).join(' ');
  const operators = [...arithmeticOperators.keys(), ...logicalOperators.keys()];
  expect(operators.filter((operator) => !examples.includes(` ${operator} `))).toEqual([]);
  expect(functionNames().filter((name) => !examples.includes(`${name}(`))).toEqual([]);
});

/** Returns the names of all functions, which an error lists. */
function functionNames(): string[] {
  try {
    parseExpression('no_such_function(1)');
  } catch (error) {
    const list = /The functions are ([^.]+)\./.exec((error as Error).message)?.[1] ?? '';
    return list.split(', ');
  }
  return [];
}
