import { expect, test } from '@jest/globals';
import { createPrinter } from './printer.ts';

const silent = { write: () => true };
const printerTo = (isTTY: boolean) =>
  createPrinter(
    {
      stdin: process.stdin,
      stdout: { ...silent, isTTY },
      stderr: silent,
      env: {},
      signal: AbortSignal.timeout(1_000),
    },
    false,
  );

test('a pipe gets file content unchanged, a terminal gets only what cannot control it', () => {
  const content = 'name: \u200fשלום\nscript: |\n\tpass \u001b]0;x\u0007';
  expect(printerTo(false).content(content)).toBe(content);
  expect(printerTo(true).content(content)).toBe('name:  שלום\nscript: |\n pass ');
});
