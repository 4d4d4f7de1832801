import { expect, test } from '@jest/globals';
import { changedVariables } from './changed-variables.ts';

const shown = { name: ['ann'], password: ['[hidden]'], rows: [3] };

test('sends only what was changed, so that no hidden value is sent back', () => {
  expect(changedVariables(shown, { ...shown, name: ['bob'], city: ['Gdynia'] })).toEqual({
    name: ['bob'],
    city: ['Gdynia'],
  });
  expect(changedVariables(shown, { name: null })).toEqual({ name: null });
});

test.each([[shown], [{}]])('refuses %j, which changes nothing', (typed) => {
  expect(() => changedVariables(shown, typed)).toThrow('nothing is changed');
});

test.each([[null], [[]], ['name']])('refuses %j, which is not an object', (typed) => {
  expect(() => changedVariables(shown, typed)).toThrow('specify an object');
});
