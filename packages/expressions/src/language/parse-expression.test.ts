import { expect, test } from '@jest/globals';
import { ExpressionSyntaxError } from '../expression-errors.ts';
import { parseExpression } from './parse-expression.ts';

test.each([
  ['', 0, 'It is blank'],
  ['  ', 0, 'It is blank'],
  ['1 +', 3, 'A value is missing at the end'],
  ['(1', 2, 'A closing ) is missing'],
  ['[1', 2, 'A comma or a closing ] is missing'],
  ['[1 2]', 3, 'A comma or a closing ] is missing'],
  ['()', 0, 'A value is missing in these parentheses'],
  ['(1, 2)', 2, 'Tuples are not supported'],
  ['1, 2', 1, 'Tuples are not supported'],
  ['{1, 2}', 0, 'Braces may contain only a placeholder'],
  ["{'a': 1}", 0, 'Braces may contain only a placeholder'],
  ['{}', 0, 'Braces may contain only a placeholder'],
  ['{{q[0]}}', 0, 'Braces may contain only a placeholder'],
  ['{locator[row]}', 0, 'stands for an element'],
  ['q[0] = 1', 5, 'To compare, write =='],
  ['true', 0, 'Write True instead of true'],
  ['null', 0, 'Write None instead of null'],
  ['a && b', 2, 'use and, or, not'],
  ['a | b', 2, 'use and, or, not'],
  ['a ? b : c', 2, 'Write a conditional expression as: a if condition else b'],
  ['a; b', 1, '";" is not part of the expression language'],
  ['a === b', 4, 'To compare, write == or !='],
  ['a !== b', 4, 'To compare, write == or !='],
  ['"a', 0, 'no closing quote'],
  ['f"{q}"', 0, 'F-strings are not supported'],
  ['b"a"', 0, 'A bytes literal is not text'],
  ['[x for x in q]', 3, 'Comprehensions are not supported'],
  ['lambda: 1', 0, 'Lambda functions are not supported'],
  ['import os', 0, 'A value is missing before "import"'],
  ['1 is 2 3', 7, 'an operator is missing'],
  ['1 not 2', 6, '"in" must follow "not"'],
  ['1 + not 2', 4, 'A value is missing before "not"'],
  ['1 if 2', 6, 'a if condition else b'],
  ['007', 0, 'Remove the zeros in front'],
  ['open("x")', 0, 'There is no function open. The functions are len, int'],
  ['q[0]()', 4, 'Only a function or a method can be called'],
  ['"a".format(1)', 4, 'There is no method format. The methods are strip'],
  ['"a".__class__()', 4, 'There is no method __class__'],
  ['q.', 2, 'A name must follow the dot'],
  ['q[]', 2, 'missing'],
  ['round(1, ndigits=1, ndigits=2)', 20, 'The argument ndigits appears twice'],
  ['round(ndigits=1, 2)', 17, 'Arguments without a name must come before named ones'],
  ['sorted(q, "a"=1)', 10, 'Write a named argument as name=value'],
])('refuses %s with its position', (source, position, problem) => {
  const parse = () => parseExpression(source);
  expect(parse).toThrow(ExpressionSyntaxError);
  expect(parse).toThrow(problem);
  expect(parse).toThrow(expect.objectContaining({ position, code: 'expression_syntax' }));
});

test.each([
  '('.repeat(5000),
  '['.repeat(5000),
  'not '.repeat(2000) + '1',
  '-'.repeat(5000) + '1',
  '1' + '+1'.repeat(4000),
  '1' + '**1'.repeat(3000),
  'q' + '[0]'.repeat(3000),
  '1 if 1 else '.repeat(800) + '1',
  'a'.repeat(10_001),
  '"' + '\\'.repeat(9000),
])('quickly refuses expressions that are nested too deeply or too long', (source) => {
  const before = process.cpuUsage();
  expect(() => parseExpression(source)).toThrow(ExpressionSyntaxError);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

test('shows the line and position of a problem', () => {
  expect(() => parseExpression('q[0] ==\n  "yes" andd 1')).toThrow(
    'The expression is not valid at character 17: The expression should end before "andd", or an operator is missing.\n' +
      '    "yes" andd 1\n' +
      '          ^',
  );
});
