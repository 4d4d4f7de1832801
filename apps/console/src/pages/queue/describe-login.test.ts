import { expect, test } from '@jest/globals';
import { describeLogin } from './describe-login.ts';

const login_queue = `${'0'.repeat(56)}9f86d081`;
const describe = (unique_parameters?: Record<string, string[]> | null) =>
  describeLogin(
    unique_parameters === undefined ? { login_queue } : { login_queue, unique_parameters },
  );

test('names a login by its unique parameters', () => {
  expect(describe({ email: ['ann'], branch: ['7', '8'] })).toBe('email: ann · branch: 7, 8');
  expect(describe({})).toBe('Dedicated tasks without a login');
  expect(describe({ email: ['x'.repeat(200)] })).toBe(`email: ${'x'.repeat(113)}…`);
});

test('names a login by its ID if the server does not list its parameters', () => {
  expect([describe(null), describe()]).toEqual(['Login 9f86d081', 'Login 9f86d081']);
});
