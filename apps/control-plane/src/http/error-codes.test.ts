import { loadErrandDocument } from '@errand/api-types';
import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const sources = join(import.meta.dirname, '..');
/** Code that no HTTP request reaches, such as the command line. */
const ELSEWHERE = /(?:command-line|secret-grants|worker-pools)\/|\.test\.ts$/;

const declaredCodes = z.object({
  headers: z.object({ ErrorCode: z.object({ schema: z.object({ enum: z.array(z.string()) }) }) }),
});

test('declares every code of an error that a request can cause', () => {
  const files = globSync('**/*.ts', { cwd: sources }).filter((file) => !ELSEWHERE.test(file));
  const codes = files.flatMap((file) => {
    const source = readFileSync(join(sources, file), 'utf8');
    if (!source.includes('extends DomainError')) return [];
    return [...source.matchAll(/readonly code = '(.+)'/g)].map(([, code]) => code);
  });
  expect(codes.length).toBeGreaterThan(50);
  const { headers } = declaredCodes.parse(loadErrandDocument().components);
  expect(codes.filter((code = '') => !headers.ErrorCode.schema.enum.includes(code))).toEqual([]);
  expect(codes.filter((code = '') => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).toEqual([]);
});
