import { expect, test } from '@jest/globals';
import { nameFile, readContentType } from './name-file.ts';

test.each([
  ['https://a.example/lists/price%20list.pdf?v=2', 'price_list.pdf'],
  ['https://a.example/..%2F..%2Fetc%2Fpasswd', '_.._etc_passwd'],
  ['https://a.example/%00%E0%A4%A', '%00%E0%A4%A'],
  ['https://a.example/.htaccess', 'htaccess'],
  ['https://a.example/', 'file-3.csv'],
  ['data:text/csv,1', 'file-3.csv'],
  [`https://a.example/${'x'.repeat(300)}.pdf`, `${'x'.repeat(96)}.pdf`],
])('names %s', (source, name) => {
  expect(nameFile(source, 3, 'text/csv; charset=utf-8')).toBe(name);
});

test.each([
  ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
  ['nonsense', 'application/octet-stream'],
  ['text/plain\r\nx: y', 'application/octet-stream'],
  [null, 'application/octet-stream'],
])('reads the type %j as %s', (given, type) => {
  expect(readContentType(given)).toBe(type);
});
