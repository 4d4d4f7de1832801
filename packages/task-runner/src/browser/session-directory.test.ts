import { afterEach, expect, test } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { openSessionDirectory } from './session-directory.ts';

const { TMPDIR } = process.env;
afterEach(() => {
  process.env['TMPDIR'] = TMPDIR;
});

test('puts the temporary files of a session where a socket address fits', async () => {
  await using scratch = scratchDirectory();
  const long = join(scratch.path, 'x'.repeat(60));
  mkdirSync(long);
  process.env['TMPDIR'] = '/tmp';
  await using short = await openSessionDirectory('/tmp');
  expect(short.temporary).toBe(short.path);
  await using ofWork = await openSessionDirectory(long);
  expect([ofWork.path, ofWork.temporary]).toEqual([
    expect.stringContaining(long),
    expect.stringMatching(/^\/tmp\/errand-session-.{6}$/),
  ]);
  process.env['TMPDIR'] = long;
  await using ofBoth = await openSessionDirectory(undefined);
  expect([ofBoth.path, ofBoth.temporary]).toEqual([
    expect.stringContaining(long),
    expect.stringMatching(/^\/tmp\/errand-session-.{6}$/),
  ]);
});
