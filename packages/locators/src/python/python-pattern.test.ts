import { PythonLiteralError } from '@errand/expressions';
import { expect, test } from '@jest/globals';
import { translatePythonPattern } from './python-pattern.ts';

const translate = (text: string, ...flags: string[]) =>
  translatePythonPattern([{ kind: 'syntax', text }], flags);

test.each([
  ['^a.*b$', 'ab', true],
  [String.raw`(?P<year>\d{4})-(?P=year)`, '2024-2024', true],
  [String.raw`(?P<year>\d{4})-(?P=year)`, '2024-2025', false],
  [String.raw`\Aab\Z`, 'ab', true],
  [String.raw`\Aab\Z`, 'xab', false],
  [String.raw`\Aab\Z`, 'ab\n', false],
  ['(?i)SAVE', 'save', true],
  ['(?is)a.b', 'A\nB', true],
  ['(?i:SA)ve', 'save', true],
  ['(?i:SA)ve', 'saVE', false],
  ['^a{,2}$', 'aa', true],
  ['[]a]', ']', true],
  ['[^]a]', ']', false],
  ['[[]', '[', true],
  ['a(?#a comment)b', 'ab', true],
  [String.raw`^\U0001F600\x41\101$`, '😀AA', true],
  [String.raw`\$5\.00`, '$5.00', true],
  [String.raw`[\w.-]+@[\w.-]+`, 'a.b@c-d.e', true],
  ['(?<=a)b(?!c)', 'abd', true],
  ['a/b', 'a/b', true],
])('%s on %j is %s', (pattern, text, isMatch) => {
  expect(translate(pattern).test(text)).toBe(isMatch);
});

test('translates the flags of re.compile', () => {
  expect(translate('a', 'IGNORECASE', 'M', 'DOTALL', 'U').flags).toBe('ims');
});

test.each([
  ['a*+', 'possessive'],
  ['a{2}+', 'possessive'],
  ['(?>a)', 'atomic'],
  ['(a)?(?(1)b|c)', 'conditional'],
  ['(?x)a b', 're.X is not supported'],
  ['a(?i)b', 'must be at its start'],
  ['[a', 'not a regular expression'],
  ['(a', 'not a regular expression'],
  [String.raw`\N{BULLET}`, 'write the character itself'],
  ['(?P>a)', 'write (?P<name>...)'],
])('rejects %s', (pattern, message) => {
  expect(() => translate(pattern)).toThrow(PythonLiteralError);
  expect(() => translate(pattern)).toThrow(message);
});

test("rejects a flag that changes the pattern's syntax", () => {
  expect(() => translate('a b', 'VERBOSE')).toThrow('re.VERBOSE is not supported');
});

test.each(['a.b', '.*', '[x]', String.raw`\d`, '(?i)', 'a|b', '$^', 'a-z]', '/', '"', '{2,3}', ''])(
  'matches the value %j literally',
  (value) => {
    const pattern = translatePythonPattern(
      [
        { kind: 'syntax', text: '^<' },
        { kind: 'value', text: value },
        { kind: 'syntax', text: '>$' },
      ],
      [],
    );
    expect(pattern.test(`<${value}>`)).toBe(true);
    expect(pattern.test('<aXb>')).toBe(false);
  },
);

const syntax = (text: string) => ({ kind: 'syntax', text }) as const;

test('repeats a value as a whole and treats it as a set of characters in brackets', () => {
  const value = { kind: 'value', text: 'a-c' } as const;
  expect(translatePythonPattern([syntax('^'), value, syntax('{2}$')], []).test('a-ca-c')).toBe(
    true,
  );
  const set = translatePythonPattern([syntax('^['), value, syntax(']$')], []);
  expect(['a', '-', 'c', 'b'].map((text) => set.test(text))).toEqual([true, true, true, false]);
});
