import { expect, test } from '@jest/globals';
import { parse } from 'content-disposition';
import { attachmentDisposition } from './attachment-disposition.ts';

test.each([
  ['report.pdf', 'attachment; filename=report.pdf'],
  ['my report.pdf', 'attachment; filename="my report.pdf"'],
  ['a"b.txt', String.raw`attachment; filename="a\"b.txt"`],
  ['Grüße.txt', "attachment; filename=Gru_e.txt; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt"],
  ['€.txt', "attachment; filename=_.txt; filename*=UTF-8''%E2%82%AC.txt"],
])('names %s', (filename, header) => {
  expect(attachmentDisposition(filename)).toBe(header);
});

test.each([
  ['', 'download'],
  ['  ', 'download'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['a\r\nset-cookie: x', 'a__set-cookie: x'],
  ['C:\\temp\\x', 'C:_temp_x'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ['half \ud83d', 'half \ufffd'],
])('turns %j into a safe name', (filename, name) => {
  const header = attachmentDisposition(filename);

  expect(header).toMatch(/^[ -~]+$/);
  expect(parse(header).parameters).toMatchObject({ filename: name });
});
