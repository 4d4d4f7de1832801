import { expect, test } from '@jest/globals';
import { createBindings } from '../bindings.ts';
import { ExpressionEvaluationError, UnresolvedPlaceholderError } from '../expression-errors.ts';
import { evaluateCondition, evaluateExpression } from './evaluate-expression.ts';
import { parseExpression } from './parse-expression.ts';

const bindings = createBindings({
  inputParameters: { q: ['yes', null, 3], hostile: ["') or ('", '{q[0]}'], empty: [] },
  generatedVariables: { answer: { status_code: 200, body: { tags: ['a'] } }, q2: [1.5, true] },
  loops: [
    { indexName: 'index', index: 2, lists: new Map([['items', ['x', 'y', 'z']]]) },
    { indexName: 'row', index: 0, locator: 'locator("tr").nth(0)' },
  ],
});

const evaluate = (source: string) => evaluateExpression(parseExpression(source), bindings);

const holds = (source: string) => evaluateCondition(parseExpression(source), bindings);

test.each([
  ['q[0]', 'yes'],
  ['{q[0]}', 'yes'],
  ['{ q[-1] } + 1', 4],
  ['q', ['yes', null, 3]],
  ['{q}', ['yes', null, 3]],
  ['{q[1]} is None', true],
  ["'{q[0]}'", 'yes'],
  ["'{q[2]}' + 'x'", '3x'],
  ["'{q2[1]}'", 'True'],
  ["'{q[0]} {nothing}'", 'yes {nothing}'],
  ["'{q[0]}'.upper()", 'YES'],
  ['answer.status_code == 200', true],
  ['{answer.status_code} // 100', 2],
  ["{answer['body']}['tags'][0]", 'a'],
  ['answer.body.tags[0]', 'a'],
  ['{index} + 1', 3],
  ['index + 1', 3],
  ["'{index}'", '2'],
  ['{items[index]}', 'z'],
  ['{index_of(items)} > 1', true],
  ['{row} == 0', true],
  ['q2[0] * 2', 3],
])('computes %s', (source, expected) => {
  expect(evaluate(source)).toEqual(expected);
});

test('treats values as plain data, whatever they contain', () => {
  expect(evaluate('{hostile[0]}')).toBe("') or ('");
  expect(evaluate("'{hostile[0]}'")).toBe("') or ('");
  expect(evaluate("'{hostile[1]}'")).toBe('{q[0]}');
  expect(evaluate("{hostile[0]} == 'x'")).toBe(false);
});

test.each(['absent', 'absent[0]', '{absent[0]}', '{q[9]}', "'{q[9]}'", "'{q[1]}'"])(
  'reports that %s has no value',
  (source) => {
    expect(() => evaluate(source)).toThrow(UnresolvedPlaceholderError);
  },
);

test.each(['constructor', '__proto__', 'answer.constructor', "answer['__proto__']", 'q.length'])(
  'does not reach %s',
  (source) => {
    expect(() => evaluate(source)).toThrow(/No value for|There is no key|works only on a dict/);
  },
);

test('does not evaluate what is not needed', () => {
  expect(evaluate('False and absent')).toBe(false);
  expect(evaluate('1 or absent')).toBe(1);
  expect(evaluate('2 if True else absent')).toBe(2);
  expect(evaluate('1 > 2 > absent')).toBe(false);
});

test('evaluates the truth of a condition as Python does', () => {
  for (const source of ["''", '[]', 'empty', '0', '0.0', 'None', 'not q[0]', 'q[1]']) {
    expect(holds(source)).toBe(false);
  }
  for (const source of ["'False'", '[0]', 'q', '-1', 'answer', "float('nan')"]) {
    expect(holds(source)).toBe(true);
  }
});

test.each([
  ["'a' * 10**9", 'more work'],
  ['[0] * 10**9', 'more work'],
  ['10**10**10', 'more than 4096 bits'],
  ['2**4096 * 2**4096', 'more than 4096 bits'],
  ['range(10**9)', 'more work'],
  ["'1'.zfill(10**12)", 'more work'],
  ["('a' * 1000).replace('', 'b' * 100000)", 'more work'],
  ["('a' * 100000).join(['b'] * 100000)", 'more work'],
  ["[[['a'] * 1000] * 1000] * 1000", 'more work'],
  ["len(str([[['a'] * 1000] * 1000] * 1000))", 'more work'],
  ["[[['a'] * 1000] * 1000] * 1000 == [[['a'] * 1000] * 1000] * 1000", 'more work'],
  ['sum([[0] * 1000] * 10000, [])', 'more work'],
  ["int('9' * 5000)", 'too many'],
  ['10**20', 'more than 15 digits'],
  ["float('inf')", 'infinite or NaN'],
])('refuses %s quickly', (source, reason) => {
  const before = process.cpuUsage();
  expect(() => evaluate(source)).toThrow(
    expect.objectContaining({
      name: ExpressionEvaluationError.name,
      message: expect.stringContaining(reason),
    }),
  );
  // Without a limit, these expressions take minutes or exhaust memory.
  expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
});

test('orders strings by character, not by surrogate', () => {
  expect(evaluate("'a😀' > 'a\\uffff'")).toBe(true);
  expect(evaluate("'😀' < '😅'")).toBe(true);
  expect(evaluate("'😀' > '😀'[0:0]")).toBe(true);
});

/** Repeats a source as often as fits in one expression, so that all copies share one budget. */
const again = (source: string) => {
  const times = Math.floor(9900 / (source.length + 1));
  return `[${Array.from({ length: times }, () => source).join(',')}]`;
};

test.each([
  'x[0].strip()',
  'x[0].title()',
  'x[0].upper()',
  'x[0].isdigit()',
  'len(x[0])',
  '([x[0]] * 99999).count(y[0])',
  'len(d[0])',
  'bool(d[0])',
  'not d[0]',
  'd[0] == e[0]',
  '"{d[0]}"',
])('counts the work of %s on a large value', (source) => {
  const lines = 'aB '.repeat(333_333);
  const keys = Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1] as const);
  const large = createBindings({
    inputParameters: {},
    generatedVariables: {
      x: [`${lines}😀`],
      y: [`${lines}😅`],
      d: [Object.fromEntries(keys)],
      e: [{}],
    },
  });
  const before = process.cpuUsage();
  expect(() => evaluateExpression(parseExpression(again(source)), large)).toThrow('more work');
  const { user, system } = process.cpuUsage(before);
  // Without a limit, these take up to two minutes; a busy machine takes more CPU time, too.
  expect((user + system) / 1_000_000).toBeLessThan(20);
});

test('handles large text from a page or a response', () => {
  const large = createBindings({
    inputParameters: {},
    generatedVariables: { page: [`${'a'.repeat(3_000_000)}needle`] },
  });
  expect(evaluateExpression(parseExpression("'needle' in page[0]"), large)).toBe(true);
  expect(evaluateExpression(parseExpression('len(page[0])'), large)).toBe(3_000_006);
});

test('shows the position of a failure, the types and the values', () => {
  expect(() => evaluate("1 + int(q[0]) * 2 and 'x' + 1")).toThrow(
    'The expression cannot be computed at character 5: This string is not a whole number: remove other characters with .replace(), or use float(). Given: "yes".\n' +
      "  1 + int(q[0]) * 2 and 'x' + 1\n" +
      '      ^',
  );
  expect(() => evaluate("1 +\n 'y' * 'x'")).toThrow(
    '* does not work on a str and a str. Convert with int(), float() or str(). Given: "y" and "x".\n' +
      "   'y' * 'x'\n" +
      '       ^',
  );
});

test.each([
  ['{q[0]} > 5', 'Given: "yes" and 5.'],
  ['-q', 'Given: a list.'],
  ['q2[0] + answer', 'Given: 1.5 and a dict.'],
  ["1 + 'x' * 81", 'Given: 1 and a str of 81 characters.'],
  ["q[0].index('z')", 'Given: "yes" and "z".'],
])('quotes short values when it cannot compute %s', (source, quoted) => {
  expect(() => evaluate(source)).toThrow(quoted);
});

test.each(['1 + code[0]', "1 + '{code[0]}'[2:]", 'int({code[0]})', 'code[0][1] > 5', '-code'])(
  'does not quote values when %s reads a secret',
  (source) => {
    const secret = createBindings({
      inputParameters: {},
      generatedVariables: {},
      secureParameters: { code: ['k7-x9-q2'] },
    });
    expect(() => evaluateExpression(parseExpression(source), secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Given|7|x9/) }),
    );
  },
);
