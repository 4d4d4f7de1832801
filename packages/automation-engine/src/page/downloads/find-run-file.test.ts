import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findRunFile } from './find-run-file.ts';

let root: string;
let directory: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'errand-files-'));
  directory = join(root, 'run');
  await mkdir(join(directory, 'inner'), { recursive: true });
  await writeFile(join(root, 'secret.txt'), 'not of this run');
  await writeFile(join(directory, 'report.pdf'), 'content');
  await writeFile(join(directory, 'inner', 'part.csv'), 'content');
  await symlink(join(root, 'secret.txt'), join(directory, 'link.txt'));
  await symlink(root, join(directory, 'linked'));
});
afterAll(() => rm(root, { recursive: true }));

const find = (path: string) => findRunFile(path, { directory, filenames: ['report.pdf'] });

test.each([
  ['report.pdf', 'report.pdf'],
  ['./report.pdf', 'report.pdf'],
  ['inner/part.csv', 'inner/part.csv'],
])('finds %j', async (path, place) => {
  expect(await find(path)).toBe(join(directory, place));
});

test.each([
  ['../secret.txt', /leads outside the files of the run/],
  ['inner/../../secret.txt', /leads outside the files of the run/],
  ['/etc/passwd', /is absolute: a run can use only its own files/],
  ['C:\\secret.txt', /is absolute/],
  ['C:secret.txt', /is absolute/],
  ['inner\\part.csv', /contains a backslash/],
  ['report.pdf\0.txt', /contains control characters/],
  ['link.txt', /is a symbolic link/],
  ['linked/secret.txt', /is a symbolic link/],
  ['inner', /is not a file/],
  ['.', /is not a file/],
  [' ', /is blank/],
])('refuses %j', async (path, reason) => {
  await expect(find(path)).rejects.toMatchObject({
    code: 'file_refused',
    message: expect.stringMatching(reason),
  });
});

test('lists the available files when one is missing', async () => {
  await expect(find('other.pdf')).rejects.toMatchObject({
    code: 'file_missing',
    message: 'The run has no file "other.pdf". It has: "report.pdf".',
  });
});
