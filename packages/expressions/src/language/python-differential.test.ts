import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { createBindings } from '../bindings.ts';
import { ExpressionEvaluationError, ExpressionSyntaxError } from '../expression-errors.ts';
import { createExpressionSource, type ExpressionSource } from './test/random-expression.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { parseExpression } from './parse-expression.ts';

const cases = 600;
const seed = 20_261_120;

const variables = {
  texts: ['Ada', 'grace hopper', '', '007', "it's"],
  numbers: [3, -7, 0, 12, 255],
  halves: [0.5, -2.25, 10.75],
  mixed: [true, false, null, 5, 'x'],
  nested: [[1, 2], [], ['a']],
  answer: { status_code: 200, body: { items: [{ id: 7 }], state: 'done' }, error: null },
};

/** Prints Python's text of each expression's value, or that it raised. */
const program = `
import json, sys, warnings
warnings.simplefilter('ignore')
task = json.load(sys.stdin)
for expression in task['expressions']:
    scope = dict(json.loads(json.dumps(task['variables'])))
    scope['range'] = lambda *bounds: list(__import__('builtins').range(*bounds))
    try:
        print(json.dumps({'value': repr(eval(expression, scope))}))
    except Exception as error:
        print(json.dumps({'error': type(error).__name__}))
`;

interface Outcome {
  readonly value?: string;
  readonly error?: string;
}

function inPython(expressions: readonly string[]): Outcome[] {
  const output = execFileSync('python3', ['-I', '-c', program], {
    input: JSON.stringify({ variables, expressions }),
    encoding: 'utf8',
    timeout: 20_000,
  });
  return output
    .trim()
    .split('\n')
    .map((line): Outcome => JSON.parse(line));
}

const bindings = createBindings({ inputParameters: {}, generatedVariables: variables });

/** Returns what this language's `str` returns for a list of the value. */
function here(source: string): Outcome {
  try {
    const text = evaluateExpression(parseExpression(`str([${source}])`), bindings);
    return { value: typeof text === 'string' ? text.slice(1, -1) : '' };
  } catch (error) {
    if (error instanceof ExpressionEvaluationError || error instanceof ExpressionSyntaxError)
      return { error: error.message };
    throw error;
  }
}

function disagreements(expressions: readonly string[]): object[] {
  const expected = inPython(expressions);
  return expressions.flatMap((expression, index) => {
    const python = expected[index];
    const errand = here(expression);
    const isSame = python?.error === undefined ? errand.value === python?.value : errand.error;
    return isSame ? [] : [{ expression, python, errand }];
  });
}

test('agrees with Python on random expressions', () => {
  const source: ExpressionSource = createExpressionSource(seed);
  const expressions = Array.from({ length: cases }, () => source.next());
  expect(disagreements(expressions)).toEqual([]);
  const values = inPython(expressions).filter(({ value }) => value !== undefined);
  // Most random expressions must be meaningful, or little is compared.
  expect(values.length).toBeGreaterThan(cases / 2);
});

test('agrees with Python on awkward numbers and strings', () => {
  expect(disagreements(awkward)).toEqual([]);
});

const awkward = [
  '7 // -2, -7 % 3, 7 % -3, -7 // 2',
  '7.5 // -2, -7.5 % 2, 7.5 % -2.0, -0.0 // 1, 0.0 % -3',
  '1e16, 1e15, 123456789012345680.0, 1e-4, 1e-5, 1.5e-7, 0.1 + 0.2, 1e22, 5e-324',
  '2 ** 100, -2 ** 2, 2 ** -1, 2 ** 3 ** 2, (-8) ** 3, 0 ** 0, 2.0 ** 0.5, True + True',
  '10 ** 20 / 3, (10 ** 40 + 1) / 10 ** 20, 1 / 3, 6 / 3, -1 / 2 ** 80',
  'round(0.5), round(1.5), round(2.675, 2), round(-2.5), round(1234.5678, -2), round(15, -1)',
  'round(25, -1), round(1e300, 2), round(-0.4), round(2.5, 0), round(True)',
  '1 == 1.0, 1 == True, "1" == 1, None == False, [1, 2.0] == [1.0, 2], 2 ** 53 + 1 == 2.0 ** 53',
  '1 < 2 < 3, 3 > 2 > 2, 1 < 2 == True, not 1 == 2, not 0 in [1], 2 not in [2]',
  '"a" in "abc", "" in "", "b" not in "abc", [1] in [[1]], "state" in answer["body"]',
  'None is None, 1 is True, texts[0] is not None, mixed[2] is None',
  '1 and 0 or 2, 0 or [] or "", not [] and 1, (1 if 0 else 2) if 1 else 3',
  '1 if 0 else 2 if 0 else 3, not 1 if 1 else 5, 1 or 2 if 0 else 3',
  '"abc"[::-1], "abc"[-2:], "abc"[5:], "abc"[::2], [1, 2, 3][-1:0:-1], [1, 2, 3][:-5:-1]',
  String.raw`"a\tb\\c'd" + '"', '\x00\x7f\xad\u2028é😀', "😀"[0], len("😀é"), r"\n"`,
  '"a,b,,c".split(","), " a  b ".split(), "a b c".split(None, 1), "a,b,c".split(",", 1), "".split(), "".split(",")',
  '" a b c  ".split(None, 1), " a b  ".split(maxsplit=0), "aXbXc".split("X", maxsplit=5)',
  '"xxabcxx".strip("x"), "\\t a \\n".strip(), "Hello wORLD it\'s 3rd".title(), "ß".upper(), "İ".lower()',
  '"aaa".replace("a", "b", 2), "abc".replace("", "-"), "abc".replace("", "-", 2), "aaa".replace("aa", "b")',
  '"hello".find("l"), "hello".find("l", 3), "hello".find("z"), "hello".find("", 2), "hello".find("l", -2)',
  '"hello".count("l"), "hello".count(""), "hello".count("l", 3), "banana".count("ana"), "hello".index("o")',
  '"42".zfill(5), "-42".zfill(5), "+4".zfill(1), "".zfill(2), "12".isdigit(), "".isdigit(), "1.2".isdigit(), "²".isdigit()',
  '"-".join(["a", "b"]), "".join([]), "ab".join("xyz"), "a".startswith(""), "abc".endswith("bc")',
  'int(" 12 "), int("-1_0"), int(-3.7), int(True), float("1e3"), float(" .5 "), float("-inf"), float("nan")',
  'str(1.0), str(None), str([1, "a", None]), str(True), str("a"), bool(""), bool([0]), bool(0.0)',
  'min([3, 1, 2]), max(1, 2.5), min("b", "a"), max([], default=7), max("hello"), min([1, True]), max([True, 1])',
  'sum([1, 2.5]), sum([], 5), sum([[1], [2]], []), sorted([3, 1, 2], reverse=True), sorted("cab"), sorted([1, True, 0])',
  'any([0, ""]), all([]), any("a"), all([1, 0]), abs(-2), abs(-2.5), abs(True), len(answer), len([[]])',
  'range(3), range(2, 8, 3), range(3, 0, -1), range(0), len(range(5))',
  '[1] + [2], [0] * 3, "ab" * 2, 2 * "ab", [1] * -1, "a" * 0, [[]] * 2, True * "x"',
  'answer["body"]["items"][0]["id"], answer.get("x"), answer.get("x", 1), answer.get("error", 1), answer["body"]',
  '[1, 2] < [1, 3], [] < [0], "a" < "b", "Z" < "a", [1, "a"] < [2, 1], "\uffff" < "😀", [1, 2, 3] >= [1, 2]',
  '0x1F, 0o17, 0b101, 1_000, 1., .5, 1e3, 00, 1_0.0_1',
  '"a" "b" \'c\', """x\ny""", (1), ((2))',
].map((list) => `[${list}]`);

test('refuses what Python refuses', () => {
  const answers = inPython(meaningless).map(({ error }, index) => ({
    expression: meaningless[index],
    isRefusedThere: error !== undefined,
    isRefusedHere: here(meaningless[index] ?? '').error !== undefined,
  }));
  expect(answers.filter((answer) => !answer.isRefusedThere || !answer.isRefusedHere)).toEqual([]);
});

const meaningless = [
  '1 / 0',
  '1 % 0.0',
  '0 ** -1',
  '"a" + 1',
  '1 < "a"',
  '[1][1]',
  '"abc"[3]',
  'answer["nothing"]',
  'None[0]',
  'len(5)',
  'int("1.5")',
  'int("")',
  'int([])',
  'float("x")',
  'max([])',
  'sum(["a"])',
  '"a".index("b")',
  '"a".split("")',
  '"".join([1])',
  '[1].index(2)',
  '[1, 2][::0]',
  'range(1, 2, 0)',
  'texts.upper()',
  '-"a"',
  '"a" * 1.5',
  '1 in "a"',
  '1 in 5',
  'abs("a")',
  'round("a")',
  'range("a")',
];
