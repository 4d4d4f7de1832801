import { expect, test } from '@jest/globals';
import { readLoginScreen } from './read-login-screen.ts';

test.each([
  [
    'connecting to sesman on 127.0.0.1:3350\nsending login info to session manager. Please wait...',
    'in-progress',
  ],
  ['Connection Log', 'in-progress'],
  ['Welcome', 'in-progress'],
  ['Applying user settings', 'in-progress'],
  ['sesman connect ok\nlogin failed for user ann\nOK', 'refused'],
  ['The user name or password is incorrect. Try again.', 'refused'],
  ['Your account has been disabled. Please see your system administrator.', 'refused'],
  ['Your password has expired and must be changed.', 'refused'],
  ['Recycle Bin\nOrder form', 'open'],
  ['You are welcome to the order form', 'open'],
  ['Login\nUser name\nPassword', 'open'],
  ['', 'textless'],
  ['| 1', 'textless'],
])('%j is %s', (text, kind) => {
  expect(readLoginScreen(text).kind).toBe(kind);
});
