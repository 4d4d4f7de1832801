import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrandSchemas } from '../api-schemas.ts';
import { createDownloads } from './downloads.ts';

type Download = ErrandSchemas['Download'];

let respond: (response: ServerResponse) => void;
const server = createServer((_, response) => respond(response));
let directory: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'errand-downloads-'));
  respond = (response) => response.end('content');
});
afterEach(() => rmSync(directory, { recursive: true }));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

function fileOf(filename: string, size = 7): Download {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?signature=S`;
  return { url, filename, size, content_type: 'text/plain', metadata: null };
}
const downloadsOf = (...files: readonly Download[]) =>
  createDownloads({ fetch, list: async () => [...files] });
const save = (...files: readonly Download[]) => downloadsOf(...files).save('t', directory);

test('saves files under their names, even several of one name, and replaces older ones', async () => {
  writeFileSync(join(directory, 'a.csv'), 'an older and longer content');
  const saved = await save(fileOf('a.csv'), fileOf('A.csv'), fileOf('a.csv'), fileOf('b'));
  expect(saved.map(({ path }) => path)).toEqual(
    ['a.csv', 'A (2).csv', 'a (3).csv', 'b'].map((name) => join(directory, name)),
  );
  expect(readFileSync(join(directory, 'a.csv'), 'utf8')).toBe('content');
  expect(readdirSync(directory).toSorted()).toEqual(['A (2).csv', 'a (3).csv', 'a.csv', 'b']);
});

test('keeps files with different content if asked to, and stores the same content once', async () => {
  writeFileSync(join(directory, 'a.csv'), 'of another task');
  writeFileSync(join(directory, 'b'), 'CONTENT');
  mkdirSync(join(directory, 'c'));
  const files = ['a.csv', 'a.csv', 'b', 'c', 'd'].map((name) => fileOf(name));
  const wanted = ['a (2).csv', 'a (3).csv', 'b (2)', 'c (2)', 'd'];
  for (let time = 1; time <= 2; time += 1) {
    const saved = await downloadsOf(...files).save('t', directory, { keepsOthers: true });
    expect(saved.map(({ path }) => path)).toEqual(wanted.map((name) => join(directory, name)));
    expect(readFileSync(join(directory, 'a (2).csv'), 'utf8')).toBe('content');
  }
  expect(readFileSync(join(directory, 'a.csv'), 'utf8')).toBe('of another task');
  expect(readdirSync(directory)).toHaveLength(3 + wanted.length);
});

test.each([
  '../../outside',
  '/etc/passwd',
  String.raw`..\..\outside`,
  'C:\\x',
  '..',
  '.',
  '',
  '.bashrc',
  'a\u0000b',
  'con\n',
  '\u202Egpj.exe',
  'ä'.repeat(400),
  `a.${'🎈'.repeat(100)}`,
])('keeps the file %j inside the directory', async (filename) => {
  const [saved] = await save(fileOf(filename));
  expect(readdirSync(directory)).toHaveLength(1);
  expect(readdirSync(directory)[0]).not.toMatch(/^\.|[/\\:\p{Cc}\p{Cf}]/u);
  expect(readFileSync(saved?.path ?? '', 'utf8')).toBe('content');
});

test.each([
  ['cut off', 'it has 3 of 7 bytes', (response: ServerResponse) => response.end('con')],
  ['too long', 'more than the 7 bytes', (response: ServerResponse) => response.end('contents')],
  [
    'expired',
    '403 url-expired. List the files again',
    (response: ServerResponse) => response.writeHead(403, { 'x-error-code': 'url-expired' }).end(),
  ],
  [
    'broken off',
    'it broke off after 3 of 7 bytes',
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '7' });
      response.write('con', () => response.destroy());
    },
  ],
])('leaves nothing behind when a file is %s', async (_, message, answer) => {
  respond = answer;
  writeFileSync(join(directory, 'a'), 'older');
  const failure = await save(fileOf('a')).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'DownloadError' });
  expect(String(failure)).toContain(message);
  expect(String(failure)).not.toContain('signature');
  expect(readFileSync(join(directory, 'a'), 'utf8')).toBe('older');
  expect(readdirSync(directory)).toEqual(['a']);
  await expect(downloadsOf().blob(fileOf('a'))).rejects.toThrow(message);
});

test('stops with its signal, and leaves no files behind', async () => {
  const leaving = new AbortController();
  respond = (response) => {
    response.write('con', () => leaving.abort(new Error('enough')));
  };
  const { signal } = leaving;
  await expect(downloadsOf(fileOf('a')).save('t', directory, { signal })).rejects.toThrow('enough');
  expect(readdirSync(directory)).toEqual([]);
});

test('returns a blob with the type of the file', async () => {
  const blob = await downloadsOf().blob(fileOf('a'));
  expect([await blob.text(), blob.type]).toEqual(['content', 'text/plain']);
});
