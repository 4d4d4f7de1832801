import { expect, test } from '@jest/globals';
import { fieldOf, messagesOf, parameters, warningsOf, withNodes } from '../../test/lint-cases.ts';

const setPassword = (kind: string, params: object) => ({
  interaction_action: { [kind]: { command: 'get_by_label("Password")', ...params } },
});

test('reports a plain TOTP seed without repeating it', () => {
  const secure = { code: [{ totp: { totp_secret: 'JBSWY3DPEHPK3PXP' } }] };
  const automation = withNodes([], { parameters: { ...parameters, secure_parameters: secure } });
  expect(warningsOf(automation)).toEqual([
    'secret-in-plain-field parameters.secure_parameters.code.0.totp.totp_secret',
  ]);
  expect(messagesOf(automation).join('')).not.toContain('JBSWY3DPEHPK3PXP');
});

test.each([
  ['input_text', 'input_text', 'hunter2'],
  ['set_value', 'value', 'hunter2'],
  ['set_value', 'value', 1234],
])('reports a plain password in %s.%s without repeating it: %j', (kind, field, password) => {
  const automation = withNodes([setPassword(kind, { [field]: password })]);
  expect(warningsOf(automation)).toEqual([`secret-in-plain-field ${fieldOf(kind, field)}`]);
  expect(messagesOf(automation).join('')).not.toContain(String(password));
});

test.each([
  ['input_text', { input_text: '{password[0]}' }],
  ['set_value', { value: '{password[0]}' }],
  ['set_value', { value: true }],
])('accepts a password field that %s sets by %j', (kind, params) => {
  expect(warningsOf(withNodes([setPassword(kind, params)]))).toEqual([]);
});
