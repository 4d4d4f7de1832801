import { expect, test } from '@jest/globals';
import { parseVariables, VariableLineError } from './parse-variables.ts';

test('reads a name and a value per line', () => {
  const text = ' sms_code = 493817 \n\nanswer=a=b\nsms_code=2\r\nempty=';
  expect(parseVariables(text)).toEqual({
    sms_code: ['493817', '2'],
    answer: ['a=b'],
    empty: [''],
  });
  expect(parseVariables(' \n')).toEqual({});
});

test.each(['493817', '= 493817'])('rejects "%s" and says how to write it', (line) => {
  expect(() => parseVariables(line)).toThrow(VariableLineError);
  expect(() => parseVariables(line)).toThrow(`"${line}" is not a variable: write name = value.`);
});
