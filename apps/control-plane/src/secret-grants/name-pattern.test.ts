import { expect, test } from '@jest/globals';
import { coversName } from './name-pattern.ts';

const id = 'abcdefghijklmnopqrstuvwx23';
const arn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:team/portal-AbCdEf';

test.each([
  ['Portal', 'Portal'],
  ['*', 'Portal'],
  ['*', 'team/a/b'],
  ['team/*', 'team/a/b'],
  ['team/*', 'team/'],
  ['*-login', 'portal-login'],
  ['a*b*c', 'abc'],
  ['a*b*c', 'a--b--bc'],
  ['a*a', 'aa'],
  ['a.c', 'a.c'],
  ['*\n*', 'a\nb'],
  [id, id],
  [arn, arn],
  ['arn:aws:secretsmanager:eu-central-1:123456789012:secret:team/*', arn],
])('%j covers %j', (pattern, name) => {
  expect(coversName(pattern, name)).toBe(true);
});

test.each([
  ['another name', 'Portal', 'Portal2'],
  ['the name with a prefix', 'Portal', 'My Portal'],
  ['nothing', 'Portal', ''],
  ['small letters', 'Portal', 'portal'],
  ['lower case before a wildcard', 'Team/*', 'team/a'],
  ['trailing white space', 'Portal', 'Portal '],
  ['a no-break space', 'My Portal', 'My\u00A0Portal'],
  ['a zero-width space', 'Portal', 'Por\u200Btal'],
  ['a Cyrillic letter', 'Portal', 'P\u043Ertal'],
  ['decomposed letters', 'P\u00F6rtal', 'Po\u0308rtal'],
  ['full-width letters', 'Portal', '\uFF30ortal'],
  ['a dot as in a regular expression', 'a.c', 'abc'],
  ['an expression', '[a-z]*', 'portal'],
  ['a question mark', 'Porta?', 'Portal'],
  ['a prefix and a suffix that overlap', 'a*a', 'a'],
  ['parts in another order', 'a*b*c*d', 'a-c-b-d'],
  ['a part after the end', 'ab*bc', 'abc'],
  ["a wildcard in the client's name", 'Portal', '*'],
  ['a wildcard of another folder', 'team/*', 'team*/a'],
  ['a way up', 'team/*', '../team/a'],
  ['the id of an item for a name wildcard', '*', id],
  ['an id that fits the pattern', 'abc*', id],
  ['an ARN for a name wildcard', '*', arn],
  ['an ARN whose end fits the pattern', '*AbCdEf', arn],
  ['an ARN in capitals', '*', arn.toUpperCase()],
])('does not cover %s', (_what, pattern, name) => {
  expect(coversName(pattern, name)).toBe(false);
});

test('matches in linear time, even when a name nearly matches', () => {
  const pattern = `${'a*'.repeat(1_000)}b`;
  const started = process.cpuUsage();
  expect(coversName(pattern, 'a'.repeat(1_000_000))).toBe(false);
  expect(coversName(`${'*a'.repeat(1_000)}*b*`, 'a'.repeat(1_000_000))).toBe(false);
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});
