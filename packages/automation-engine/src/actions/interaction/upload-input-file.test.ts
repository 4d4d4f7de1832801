import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openBrowser, type TestBrowser } from '@errand/test-kit';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { failureOf, interact, openStage, type Stage } from '../../test/run-on-page.ts';

/** A file as the site received it. */
interface Received {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

const allBytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256));
const contents: Readonly<Record<string, Uint8Array>> = {
  'invoice.pdf': allBytes,
  'orders.csv': Buffer.from('item,amount\nbolt,7\n'),
  [`Rechnung "März" 'é' %2e & 1;2.txt`]: Buffer.from('ä\0\r\n'),
  'no ending': Buffer.from('x'),
  'empty.json': Buffer.alloc(0),
};

let browser: TestBrowser;
let stage: Stage;
let directory: string;
let received: Received[] = [];
let inputFiles: { readonly name: string; readonly path: string }[];
beforeAll(async () => {
  browser = await openBrowser();
  directory = await mkdtemp(join(tmpdir(), 'errand-inputs-'));
  inputFiles = await Promise.all(
    Object.entries(contents).map(async ([name, content], index) => {
      const path = join(directory, String(index), name);
      await mkdir(join(directory, String(index)));
      await writeFile(path, content);
      return { name, path };
    }),
  );
  stage = await openStage(browser, (request, response) => {
    void keepPosted(request).then(() =>
      response.setHeader('content-type', 'text/html').end('<h1>Thank you</h1>'),
    );
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

async function keepPosted(request: IncomingMessage): Promise<void> {
  if (request.method === 'POST') received = await readFiles(request);
}

async function readFiles(request: IncomingMessage): Promise<Received[]> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(await buffer(request), { headers }).formData();
  const files = form.getAll('file').filter((file) => typeof file !== 'string');
  return Promise.all(
    files.map(async (file) => {
      const { name, type, size } = file;
      const content = Buffer.from(await file.arrayBuffer());
      return { name, type, size, sha256: createHash('sha256').update(content).digest('hex') };
    }),
  );
}

const form = (field: string) =>
  `<form method=post action=/upload enctype=multipart/form-data>${field}<button>Send</button></form>`;
const upload = (params: object) =>
  interact('upload_file', { command: 'locator("input")', ...params });
const send = interact('click_element', { command: 'get_by_role("button", name="Send")' });
const run = (html: string, nodes: readonly object[], inputs = {}) =>
  stage.run(html, nodes, { inputs, dependencies: { inputFiles } });
const asReceived = (name: string, type: string): Received => {
  const content = contents[name] ?? Buffer.alloc(0);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { name, type, size: content.length, sha256 };
};

// proves field: interaction_action.upload_file.input_file
test.each([
  ['invoice.pdf', 'application/pdf'],
  ['orders.csv', 'text/csv'],
  [`Rechnung "März" 'é' %2e & 1;2.txt`, 'text/plain'],
  ['no ending', 'application/octet-stream'],
  ['empty.json', 'application/json'],
])('uploads %j with its name, type and bytes', async (name, type) => {
  const finished = await run(form('<input type=file name=file>'), [
    upload({ input_file: name }),
    send,
  ]);
  expect(failureOf(finished)).toBe('success');
  expect(received).toEqual([asReceived(name, type)]);
  // Input files do not count as downloads of the run.
  expect(finished.result.downloads).toEqual([]);
});

// proves field: interaction_action.upload_file.files.input_file
test('uploads several input files to one field, in order and by placeholders', async () => {
  const files = [
    { input_file: '{names[1]}' },
    { input_file: 'invoice.pdf' },
    { input_file: ' {names[0]} ' },
  ];
  const finished = await run(
    form('<input type=file name=file multiple>'),
    [upload({ files }), send],
    { names: ['orders.csv', 'empty.json'] },
  );
  expect(failureOf(finished)).toBe('success');
  expect(received).toEqual([
    asReceived('empty.json', 'application/json'),
    asReceived('invoice.pdf', 'application/pdf'),
    asReceived('orders.csv', 'text/csv'),
  ]);
});

test('uploads an input file to the file chooser that a button opens', async () => {
  const finished = await run(
    form(`<input type=file name=file hidden>
      <button type=button onclick="document.querySelector('input').click()">Choose</button>`),
    [upload({ command: 'get_by_role("button", name="Choose")', input_file: 'invoice.pdf' }), send],
  );
  expect(failureOf(finished)).toBe('success');
  expect(received).toEqual([asReceived('invoice.pdf', 'application/pdf')]);
});

test('matches a name in another Unicode normalisation form', async () => {
  const decomposed = `Rechnung "März" 'é' %2e & 1;2.txt`.normalize('NFD');
  const finished = await run('<input type=file>', [upload({ input_file: decomposed })]);
  expect(failureOf(finished)).toBe('success');
  expect(await finished.read('document.querySelector("input").files[0].name')).toBe(
    decomposed.normalize('NFC'),
  );
});

test.each(['other.pdf', 'Invoice.pdf', '..', '{name[0]}'])(
  'fails for %j before it touches the page and lists the available files',
  async (name) => {
    const finished = await run(
      '<input type=file onclick="window.touched = 1">',
      [upload({ input_file: name })],
      { name: ['../0/invoice.pdf'] },
    );
    expect(failureOf(finished)).toMatch(
      /^input_file_missing: The task has no input file ".*"\. It has: "invoice\.pdf", "orders\.csv", .*Submit it with that name in input_files/,
    );
    expect(await finished.read('window.touched')).toBeUndefined();
  },
);

test('fails when the task has no input files', async () => {
  const finished = await stage.run('<input type=file>', [upload({ input_file: 'a.pdf' })]);
  expect(failureOf(finished)).toMatch(/It has: no files\. Submit it/);
  expect(finished.result).toMatchObject({ error: { retry: 'never' } });
});

test.each([
  ['invoice.pdf', /^file_missing: The run has no file "invoice\.pdf"/],
  ['../0/invoice.pdf', /^file_refused: .* leads outside the files of the run/],
  ['{path[0]}', /^file_refused: .* is absolute/],
])('keeps input files out of reach of file_path %j', async (path, reason) => {
  const finished = await run('<input type=file>', [upload({ file_path: path })], {
    path: [inputFiles[0]?.path ?? ''],
  });
  expect(failureOf(finished)).toMatch(reason);
});
