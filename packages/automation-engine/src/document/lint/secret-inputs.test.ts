import { expect, test } from '@jest/globals';
import { messagesOf, warningsOf } from '../../test/lint-cases.ts';
import { automationWith, fill } from '../../test/wire-nodes.ts';

/** An automation that types values of inputs, or of secrets. */
function typing(names: readonly string[], { isSecret = false } = {}): object {
  const declared = Object.fromEntries(names.map((name) => [name, []]));
  const nodes = names.map((name) => fill('locator("input")', `{${name}[0]}`));
  const parameters = {
    input_parameters: isSecret ? {} : declared,
    secure_parameters: isSecret ? declared : {},
    generated_parameters: {},
  };
  return automationWith(nodes, { parameters });
}

test.each(['password', 'passwort', 'user_pin', 'secret', 'api_token', 'otp', 'kennwort'])(
  'reports an input that is typed and is a secret by its name: %s',
  (name) => {
    const automation = typing(['user', name]);
    expect(warningsOf(automation)).toEqual([`secret-as-input parameters.input_parameters.${name}`]);
    expect(messagesOf(automation)).toEqual([expect.stringContaining('secure_parameters')]);
  },
);

test('reports several inputs once', () => {
  expect(messagesOf(typing(['password', 'pin']))).toEqual([
    expect.stringMatching(/^The inputs "password", "pin" are stored unencrypted .* declare them/),
  ]);
});

test.each([
  ['an ordinary input', typing(['order', 'pinboard', 'passenger'])],
  ['a secret', typing(['password'], { isSecret: true })],
  [
    'an input that is not typed',
    automationWith([], {
      parameters: { input_parameters: { password: [] }, generated_parameters: {} },
    }),
  ],
])('accepts %s', (_, automation) => {
  expect(warningsOf(automation)).toEqual([]);
});
