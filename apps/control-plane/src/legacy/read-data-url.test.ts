import { expect, test } from '@jest/globals';
import { isInlineFile, readDataUrl, readPlainBase64 } from './read-data-url.ts';

test.each([
  ['data:text/plain;base64,SGVsbG8=', 'text/plain', 'Hello'],
  ['DATA:text/plain;charset=utf-8;BASE64,SGVsbG8', 'text/plain;charset=utf-8', 'Hello'],
  ['data:;base64,SGVs%0AbG8%3D', null, 'Hello'],
  ['data:,a%20b%2', null, 'a b%2'],
  ['data:text/csv,1,2\n3,4', 'text/csv', '1,2\n3,4'],
  ['data:,gr%C3%BCn ü', null, 'grün ü'],
  ['data:,', null, ''],
])('reads %j', (text, contentType, content) => {
  const file = readDataUrl(text);
  expect(file?.contentType).toBe(contentType);
  expect(Buffer.from(file?.body ?? []).toString()).toBe(content);
});

test('keeps bytes that are not text', () => {
  expect([...(readDataUrl('data:image/png,%89PNG%00')?.body ?? [])]).toEqual([
    0x89, 0x50, 0x4e, 0x47, 0,
  ]);
});

test.each([
  'data:text/plain',
  'data:;base64,S',
  'data:;base64,SGVs!bG8=',
  'data:;base64,====',
  'x:,a',
])('refuses %j', (text) => {
  expect(readDataUrl(text)).toBeUndefined();
});

test('reads plain base64, with line breaks, and never mistakes a URL for it', () => {
  expect(Buffer.from(readPlainBase64('SGVs\nbG8=')?.body ?? []).toString()).toBe('Hello');
  const others = ['', 'SGVsbG8', 'https://a.example/b', 'list.csv', '====', 'S==='];
  expect(others.filter((text) => isInlineFile(text))).toEqual([]);
});

test('decodes millions of escapes with little memory', () => {
  const before = process.memoryUsage().rss;
  const file = readDataUrl(`data:,${'%41'.repeat(3_000_000)}`);
  expect(file?.body.length).toBe(3_000_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});
