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
  ['the name with something in front', 'Portal', 'My Portal'],
  ['nothing', 'Portal', ''],
  ['small letters', 'Portal', 'portal'],
  ['small letters before a wildcard', 'Team/*', 'team/a'],
  ['white space at the end', 'Portal', 'Portal '],
  ['a no-break space', 'My Portal', 'My\u00A0Portal'],
  ['a zero-width space', 'Portal', 'Por\u200Btal'],
  ['a Cyrillic letter', 'Portal', 'P\u043Ertal'],
  ['decomposed letters', 'P\u00F6rtal', 'Po\u0308rtal'],
  ['full-width letters', 'Portal', '\uFF30ortal'],
  ['what a dot stood for in an expression', 'a.c', 'abc'],
  ['an expression', '[a-z]*', 'portal'],
  ['a question mark', 'Porta?', 'Portal'],
  ['a beginning and an end that overlap', 'a*a', 'a'],
  ['parts in another order', 'a*b*c*d', 'a-c-b-d'],
  ['a part behind the end', 'ab*bc', 'abc'],
  ['a wildcard that the client writes', 'Portal', '*'],
  ['a wildcard in the name of another folder', 'team/*', 'team*/a'],
  ['a way up', 'team/*', '../team/a'],
  ['the id of an item under any name', '*', id],
  ['the id of an item whose id fits', 'abc*', id],
  ['an ARN under any name', '*', arn],
  ['an ARN whose end fits', '*AbCdEf', arn],
  ['an ARN in capitals', '*', arn.toUpperCase()],
])('does not cover %s', (_what, pattern, name) => {
  expect(coversName(pattern, name)).toBe(false);
});

test('matches in linear time, even when a name nearly fits', () => {
  const pattern = `${'a*'.repeat(1_000)}b`;
  const started = process.cpuUsage();
  expect(coversName(pattern, 'a'.repeat(1_000_000))).toBe(false);
  expect(coversName(`${'*a'.repeat(1_000)}*b*`, 'a'.repeat(1_000_000))).toBe(false);
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});
