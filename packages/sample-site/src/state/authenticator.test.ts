import { expect, test } from '@jest/globals';
import { codeAt, isAuthenticatorCode } from './authenticator.ts';

test('makes the codes that authenticator programs make', () => {
  // The widely published pair for this secret and counter 1.
  expect(codeAt(1)).toBe('996554');
});

test('takes the code of the step before, but no older one', () => {
  const now = new Date(300_000);
  expect(isAuthenticatorCode(codeAt(9), now)).toBe(true);
  expect(isAuthenticatorCode(codeAt(8), now)).toBe(false);
});
