import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPrivateHandlers, PrivateHandlersError } from './load-private-handlers.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'errand-handlers-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFile(join(directory, file), text);

/** Returns the error that the folder causes. */
async function problemOf(folder: string): Promise<string> {
  const error: unknown = await loadPrivateHandlers(folder).catch((reason: unknown) => reason);
  if (error instanceof PrivateHandlersError) return error.message;
  throw new Error('The folder was accepted.', { cause: error });
}

test('has no handlers without a folder', async () => {
  expect([...(await loadPrivateHandlers(undefined))]).toEqual([]);
});

test('loads the handlers of every module in the folder, and nothing else', async () => {
  await write('portal.mjs', `export const handlers = { 'portal.double': async ({ n }) => n * 2 };`);
  await write(
    'other.ts',
    `export const handlers: object = { 'other.name': async () => 'typed', 'other.none': async () => undefined };`,
  );
  await write('portal.test.ts', `throw new Error('a test');`);
  await write('types.d.ts', `export type Broken = ;`);
  await write('README.md', 'not a module');
  const handlers = await loadPrivateHandlers(directory);
  expect([...handlers.keys()]).toEqual(['other.name', 'other.none', 'portal.double']);
  const context = { signal: new AbortController().signal } as Parameters<
    NonNullable<ReturnType<typeof handlers.get>>
  >[1];
  expect(await handlers.get('portal.double')?.({ n: 21 }, context)).toBe(42);
  expect(await handlers.get('other.name')?.({}, context)).toBe('typed');
});

test('names both files when they export a handler with the same name', async () => {
  await write('a.mjs', `export const handlers = { 'portal.action': async () => 1 };`);
  await write('b.mjs', `export const handlers = { 'portal.action': async () => 2 };`);
  expect(await problemOf(directory)).toBe(
    `The handler "portal.action" is in ${directory}/a.mjs and in ${directory}/b.mjs. Rename one of them.`,
  );
});

test.each([
  ['export const handler = {};', /a\.mjs does not export "handlers"\. Write: export const/],
  ['export const handlers = [];', /a\.mjs does not export "handlers"/],
  [
    `export const handlers = { 'portal.action': 1 };`,
    /"portal\.action" in .*a\.mjs is not a function but of type number/,
  ],
  [`throw new Error('no licence');`, /a\.mjs cannot be loaded: no licence/],
  ['export const handlers = {', /a\.mjs cannot be loaded: /],
])('explains what is wrong with %s', async (text, message) => {
  await write('a.mjs', text);
  expect(await problemOf(directory)).toMatch(message);
});

test('reports a missing folder', async () => {
  expect(await problemOf(join(directory, 'missing'))).toMatch(
    /PRIVATE_HANDLERS_DIRECTORY is ".*missing", which cannot be read/,
  );
});
