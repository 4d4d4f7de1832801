import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { parseSettings } from './index.ts';

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

test('names every setting that is missing or wrong at once', () => {
  expect(() => parseSettings(schema, { PORT: '70000' })).toThrow(
    /DATABASE_URL[^]*PORT|PORT[^]*DATABASE_URL/,
  );
});
