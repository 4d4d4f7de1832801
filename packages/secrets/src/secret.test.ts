import { expect, test } from '@jest/globals';
import { format, inspect } from 'node:util';
import { serialize } from 'node:v8';
import { Secret } from './index.ts';

const value = 'correct horse';
const secret = new Secret('password[0]', value);
/** The linter forbids a template or concatenation with a secret, which would do the same. */
const joined = () => ''.concat(secret as unknown as string);

test.each([
  ['a text built from it', () => joined()],
  ['String', () => String(secret)],
  ['JSON', () => JSON.stringify({ nested: [secret] })],
  ['inspect, including hidden members', () => inspect({ secret }, { showHidden: true, depth: 9 })],
  ['a console format', () => format('%s %o %O %j', secret, secret, secret, secret)],
  ['a number', () => String(Number(secret))],
  ['its members', () => JSON.stringify(Object.getOwnPropertyDescriptors(secret))],
  ['a clone', () => inspect(structuredClone(secret), { showHidden: true })],
  ['serialisation', () => serialize(secret).toString('latin1')],
  ['the message of an error', () => new Error('broken', { cause: secret }).stack ?? ''],
  ['a spread', () => inspect(Object.assign({}, secret))],
])('does not show its value in %s', (_way, show) => {
  expect(show()).not.toContain('horse');
});

test('shows its name in place of its value', () => {
  expect(joined()).toBe('[secret password[0]]');
  expect(JSON.stringify(secret)).toBe('"[secret password[0]]"');
  expect(inspect([secret])).toBe('[ [secret password[0]] ]');
});

test('returns its value from reveal', () => {
  expect(secret.reveal()).toBe(value);
});
