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
  expect(error.message).toContain('DATABASE_URL is missing. It has no default.\n  PORT: Too big');
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

function thrownBy(act: () => unknown): Error {
  try {
    act();
  } catch (error) {
    if (Error.isError(error)) return error;
  }
  throw new Error('It threw nothing.');
}
