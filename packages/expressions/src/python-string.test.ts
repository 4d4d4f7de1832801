import { expect, test } from '@jest/globals';
import { decodePythonString, PythonLiteralError } from './python-string.ts';

test.each([
  [String.raw`"plain"`, 'plain'],
  [String.raw`'single "double"'`, 'single "double"'],
  [String.raw`"a\"b"`, 'a"b'],
  [String.raw`'it\'s'`, "it's"],
  [String.raw`"\\ \n \t \r \a \b \f \v"`, '\\ \n \t \r \u0007 \b \f \v'],
  [String.raw`"\x41\u00e9\U0001F600\101\0"`, 'Aé😀A\0'],
  [String.raw`"\d \q \."`, String.raw`\d \q \.`],
  [String.raw`r"\d\n\""`, String.raw`\d\n\"`],
  [String.raw`R'\x41'`, String.raw`\x41`],
  [String.raw`u"x"`, 'x'],
  ['"""two\nlines "quoted" """', 'two\nlines "quoted" '],
  ["'''a'b'''", "a'b"],
  ['"joined \\\nline"', 'joined line'],
  ['"""a\r\nb"""', 'a\nb'],
  ['""', ''],
])('decodes %s', (literal, expected) => {
  expect(decodePythonString(literal)).toBe(expected);
});

test.each([
  [String.raw`"\N{BULLET}"`, 'write the character itself'],
  [String.raw`"\x4"`, 'too few hexadecimal digits'],
  [String.raw`"\u12"`, 'too few hexadecimal digits'],
  [String.raw`"\UFFFFFFFF"`, 'beyond the last Unicode character'],
  ['b"bytes"', 'bytes literal'],
  ['f"{name}"', 'F-strings'],
  ['"open', 'no closing quote'],
])('refuses %s', (literal, message) => {
  expect(() => decodePythonString(literal)).toThrow(PythonLiteralError);
  expect(() => decodePythonString(literal)).toThrow(message);
});
