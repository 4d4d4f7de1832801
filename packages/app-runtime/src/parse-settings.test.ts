import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { parseSettings, SettingsError } from './index.ts';

const schema = z.object({
  DATABASE_URL: z.string(),
  PORT: z.coerce.number().int().max(65_535).default(8080),
});

test('reads settings and applies defaults; an empty variable counts as absent', () => {
  expect(parseSettings(schema, { DATABASE_URL: 'postgresql://x', PORT: '' })).toEqual({
    DATABASE_URL: 'postgresql://x',
    PORT: 8080,
  });
});

test('names all missing or invalid settings at once, without a stack', () => {
  const error = thrownBy(() => parseSettings(schema, { PORT: '70000' }));
  expect(error).toBeInstanceOf(SettingsError);
  expect(error.message).toContain(
    'DATABASE_URL is missing. It has no default.\n  PORT must be at most 65535',
  );
  expect(error.stack).toBe(error.message);
});

test.each([
  ['is missing: set it.', 'TOKEN is missing: set it.'],
  ['must not be so short', 'TOKEN must not be so short'],
  ['Write more.', 'TOKEN: Write more.'],
])('joins the name of a setting and "%s" into a sentence', (message, sentence) => {
  const strict = z.object({ TOKEN: z.string({ error: message }) });
  expect(thrownBy(() => parseSettings(strict, {})).message).toMatch(`\n  ${sentence}`);
});

test.each([
  [z.coerce.number().int().min(1), '0', 'must be at least 1'],
  [z.coerce.number().int(), '1.5', 'must be a whole number'],
  [z.coerce.number(), 'many', 'must be a number'],
  [z.string().min(32), 'short', 'must have at least 32 characters'],
  [z.enum(['off', 'failed', 'all']), 'on', 'must be off, failed or all'],
  [
    z.url({ protocol: /^smtps?$/ }),
    'http://a',
    'must be a URL that begins with smtp:// or smtps://',
  ],
  [z.url(), 'mail', 'must be a URL'],
  [z.string().regex(/^a/, 'must begin with a'), 'b', 'must begin with a'],
])('says what a setting must be', (rule, value, sentence) => {
  const message = thrownBy(() => parseSettings(z.object({ SETTING: rule }), { SETTING: value }));
  expect(message.message).toBe(`These settings are missing or wrong:\n  SETTING ${sentence}`);
});

test('names the entry of a list', () => {
  const list = z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['a', 'b'])));
  const error = thrownBy(() => parseSettings(z.object({ LIST: list }), { LIST: 'a,c' }));
  expect(error.message).toMatch('LIST (entry 2) must be a or b');
});

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (Error.isError(error)) return error;
  }
  throw new Error('It threw nothing.');
}
