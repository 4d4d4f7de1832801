import { expect, test } from '@jest/globals';
import { codeAt, isAuthenticatorCode } from './authenticator.ts';

test('creates the same codes as authenticator apps', () => {
  // The widely published code for this secret and counter 1.
  expect(codeAt(1)).toBe('996554');
});

test('accepts the code of the previous step, but no older one', () => {
  const now = new Date(300_000);
  expect(isAuthenticatorCode(codeAt(9), now)).toBe(true);
  expect(isAuthenticatorCode(codeAt(8), now)).toBe(false);
});
