import { expect, test } from '@jest/globals';
import { closingOfRefusal } from './close-codes.ts';

test.each([
  ['ticket-used', 4401],
  ['key-revoked', 4401],
  ['not-waiting', 4403],
  ['no-screen', 1011],
  ['task-ended', 4409],
  ['not-running', 4409],
  ['stale-lease', 4409],
])('maps the refusal %s to %i', (code, expected) => {
  expect(closingOfRefusal({ code, message: 'Why.' }).code).toBe(expected);
});

test('shortens a reason to fit in a close frame', () => {
  const { reason } = closingOfRefusal({ code: 'no-screen', message: 'é'.repeat(100) });
  expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
  expect(reason).toMatch(/\.\.\.$/);
});
