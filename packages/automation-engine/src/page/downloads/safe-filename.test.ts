import { expect, test } from '@jest/globals';
import { chooseFilename, safeFilename, uniqueFilename } from './safe-filename.ts';

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..\\..\\boot.ini', '_.._boot.ini'],
  ['a\u0000b\u001f\u202egpj.exe', 'abgpj.exe'],
  ['  two   words .txt ', 'two words .txt'],
  ['.hidden', 'hidden'],
  ['trailing. ', 'trailing'],
  ['CON.txt', '_CON.txt'],
  ['nul', '_nul'],
  ['a:b*c?"<>|.csv', 'a_b_c_____.csv'],
  ['', 'download'],
  ['...', 'download'],
  ['Übersicht 年.xlsx', 'Übersicht 年.xlsx'],
])('makes %j safe', (name, safe) => {
  expect(safeFilename(name)).toBe(safe);
});

test('shortens a long name and keeps its extension', () => {
  const name = safeFilename(`${'x'.repeat(400)}.pdf`);
  expect(name).toHaveLength(150);
  expect(name).toMatch(/x\.pdf$/);
});

test.each([
  ['invoice.pdf', 'browser.pdf', 'invoice.pdf'],
  ['invoice', 'browser.pdf', 'invoice.pdf'],
  ['3f2b8c1e-9a4d-4c1b-8f2e-5d6a7b8c9d0e', 'browser.pdf', 'browser.pdf'],
  [undefined, 'browser.pdf', 'browser.pdf'],
  ['../x', 'noext', '_x'],
  ['to ../May', 'browser.pdf', 'to .._May.pdf'],
])('chooses between the wanted name %j and the suggested name %j', (wanted, suggested, chosen) => {
  expect(chooseFilename(wanted, suggested)).toBe(chosen);
});

test('numbers names that are taken, ignoring case', () => {
  expect(uniqueFilename('a.pdf', new Set())).toBe('a.pdf');
  expect(uniqueFilename('A.pdf', new Set(['a.pdf', 'a_2.pdf']))).toBe('A_3.pdf');
});
