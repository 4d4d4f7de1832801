import { expect, test } from '@jest/globals';
import { holdsEditedText, holdsLines, holdsText } from './taken-text.ts';

test.each([
  ['1234567890', '(123) 456-7890'],
  ['(123) 456-7890', '123 456 7890'],
  ['1234567890', '+7 (123) 456-78-90'],
  ['4111111111111111', '4111 1111 1111 1111'],
  ['12312026', '12/31/2026'],
  ['12/31/2026', '12-31-2026'],
  ['12312026', '12.31.2026'],
  ['1234', '1,234'],
  ['1234', '$1,234.00'],
  ['1234.5', '1.234,50 €'],
  ['-1234', '(1,234)'],
  ['-1234', '−1 234'],
  ['1000000', '10,00,000'],
  ['12', '12 kg'],
  ['12', '12 %'],
  ['de89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['ab12cd', 'AB1 2CD'],
  [' Ann  Lee ', 'Ann Lee'],
  ['ann@example.test', 'ann@example.test'],
  ['', ''],
  ['', '(___) ___-____'],
  ['', '+7 (___)'],
])('counts %j as taken when the field shows %j', (text, now) => {
  expect(holdsText(text, now, '')).toBe(true);
});

test.each([
  ['1234567890', '(123) 456-789'],
  ['1234567890', '123'],
  ['1234', '12.34'],
  ['5', '0.05'],
  ['12.5', '125'],
  ['-5', '5'],
  ['5', '-5'],
  ['007', '7'],
  ['500', '100'],
  ['12', '012 345'],
  ['Ann Lee', 'AnnLee'],
  ['12 Main St', '12MainSt'],
  ['user+tag@example.test', 'usertag@example.test'],
  ['N/A', 'NA'],
  ['Ger', 'Germany'],
  ['Ann', 'Nan'],
  ['', 'old'],
])('does not count %j as taken when the field shows %j', (text, now) => {
  expect(holdsText(text, now, '')).toBe(false);
});

test.each([
  ['12', 'No12', 'No'],
  ['12', '12.00', '.00'],
  ['new', 'oldnew', 'old'],
])('does not count %j as taken when %j is the old content next to the text', (...texts) => {
  const [text, now, before] = texts;
  expect(holdsText(text, now, before)).toBe(false);
});

test('distinguishes the lines of multi-line text', () => {
  expect(holdsLines('one\r\ntwo  ', 'one\ntwo', '')).toBe(true);
  expect(holdsLines('one\ntwo', 'one two', '')).toBe(false);
  expect(holdsLines('one\ntwo', 'one\n\ntwo', '')).toBe(false);
});

test('lets an editor change white space and punctuation, but nothing else', () => {
  expect(holdsEditedText('- one\n- "two"', 'one\u200B“two”')).toBe(true);
  expect(holdsEditedText('one two', 'one two three')).toBe(false);
  expect(holdsEditedText('**Ann** said "no" - 5%', 'Ann said “no” – 5%')).toBe(true);
  expect(holdsEditedText("It's\n- 1.50", '• 1.50')).toBe(false);
  expect(holdsEditedText('-5', '5')).toBe(false);
  expect(holdsEditedText('1.50', '150')).toBe(false);
  expect(holdsEditedText('a@b.example', 'abexample')).toBe(false);
  expect(holdsEditedText('!', '')).toBe(false);
  expect(holdsEditedText('', '\uFEFF')).toBe(true);
});
