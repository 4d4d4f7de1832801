import { expect, test } from '@jest/globals';
import { toPdf } from './pdf.ts';

test('points to the correct offset of every object', () => {
  const document = toPdf(['Invoice HS-10401', 'Total $1.00']).toString('latin1');
  const offsets = [...document.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
    Number(offset),
  );
  const found = offsets.map((offset) => document.slice(offset, offset + 7));
  expect(found).toEqual(['1 0 obj', '2 0 obj', '3 0 obj', '4 0 obj', '5 0 obj']);
  expect(document.slice(Number(/startxref\n(\d+)/.exec(document)?.[1]))).toMatch(/^xref/);
});

test('keeps text inside its brackets', () => {
  const document = toPdf([String.raw`a) (b \ ü`]).toString('latin1');
  expect(document).toContain(String.raw`(a\) \(b \\ ?) Tj`);
});
