import { expect, test } from '@jest/globals';
import { findCodes, hasCode } from './find-codes.ts';

test.each([
  ['Your verification code is 492039.', '492039'],
  ['492039 is your Acme code', '492039'],
  ['G-492039 is your Google verification code.', '492039'],
  ['Your security code:\n\n   482 913  \n\nIt expires in 10 minutes.', '482913'],
  ['Use 482-913 as your one-time passcode', '482913'],
  ['Your login code is 4821', '4821'],
  ['PIN: 90210', '90210'],
  ['Ihr Bestätigungscode lautet 77123456', '77123456'],
  ['Su código es 120450', '120450'],
  ['Enter code 7H2K9Q to go on', '7H2K9Q'],
  ['Order 5551234 of 2026-03-02: the code is 310877, valid until 14:30, total $1,234.56', '310877'],
  ['On 20260302 at 09:15 we sent the OTP 553311. Questions? Call +1 555 010 2030.', '553311'],
  ['Code: 20250199', '20250199'],
  ['Your code:\n4\n8\n2\n9\n1\n3\nDo not share it.', '482913'],
  ['Your code: 4 8 2 9 1 3', '482913'],
  ['Use promo code SAVE2026 at checkout. Your verification code is 553311.', '553311'],
  ['Zip code 902101, login code 553311', '553311'],
  ['<#> 834201 is your OTP code for Acme. abcDEF123+', '834201'],
])('finds the code in %j', (text, code) => {
  expect(findCodes(text)[0]).toBe(code);
});

test.each([
  'Your invoice 202603021 of 02.03.2026 over 123456.00 EUR is ready.',
  'Please verify your address within 123456 seconds.',
  'To verify, call 0800 123 4567 or (030) 123456.',
  'Your verification link: https://acme.example/verify/123456?code=654321',
  'Verification for order 1234567 is done.',
  'Meeting code review on March 12, 2026 at 10:30',
  'Your code was used on 20260302.',
  'You paid $ 123456 by code.',
  'Balance 123456 of your savings: thank you for being with us.',
  'Your code is on its way.',
  'Case #123456 about the token',
  'Your discount code: SPRING26X',
  'Post code 1234567 is not served',
  'Your code 1 2 3 4 5 6 7 8 9 0',
  'In 2026 the code of conduct changes',
])('finds no code in %j', (text) => {
  expect(findCodes(text)).toEqual([]);
});

test('puts the code nearest to a keyword first', () => {
  const text = 'Your access number 111222 will be asked for later. Your code: 333444';
  expect(findCodes(text)).toEqual(['333444', '111222']);
});

test('is fast on long and hostile texts', () => {
  const texts = [
    '1 '.repeat(10_000),
    'code '.repeat(4_000),
    '1-'.repeat(10_000),
    'A1'.repeat(10_000),
    'a.'.repeat(10_000),
    '12-'.repeat(6_000),
    '1 2 '.repeat(5_000),
    '1:'.repeat(10_000),
    '&amp;'.repeat(4_000),
  ];
  const before = process.cpuUsage();
  for (const text of texts) {
    findCodes(`code ${text}`);
    hasCode(text, text.slice(0, 64));
    hasCode(text, `${text.slice(0, 63)}x`);
  }
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

test('recognises a code regardless of its grouping', () => {
  expect(hasCode('Your code is 123 456.', '123-456')).toBe(true);
  expect(hasCode('Your code is 123 456.', '123457')).toBe(false);
  expect(hasCode('Your code', '')).toBe(false);
  expect(hasCode('Your code is 123456.', '12345')).toBe(false);
  expect(hasCode('Your code is 123456.', '23456')).toBe(false);
  expect(hasCode('PIN123456 and BLUE BIRD', '123456')).toBe(true);
  expect(hasCode('Say BLUE BIRD to us.', 'BLUEBIRD')).toBe(true);
  expect(hasCode('Say BLUEBIRDS to us.', 'BLUEBIRD')).toBe(false);
  expect(hasCode('a'.repeat(65), 'a'.repeat(65))).toBe(false);
  expect(hasCode('Your code is a+b*c', 'a+b*c')).toBe(true);
});
