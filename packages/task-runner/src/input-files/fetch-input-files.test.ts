import { listen } from '@errand/app-runtime';
import { expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { basename } from 'node:path';
import type { Lease } from '../control-plane-client.ts';
import { describeFailure } from '../task-failure.ts';
import { scratchDirectory } from '../testing/scratch-directory.ts';
import { fetchInputFiles } from './fetch-input-files.ts';

const live = new AbortController().signal;
const contents = { 'bill "7".pdf': 'all of the bill', empty: '' };
const listed = Object.entries(contents).map(([name, content]) => ({
  name,
  size_bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
}));
const first = 'The input file "bill \\"7\\".pdf"';

/** Opens a store whose responses the test chooses, and a control plane that signs its URLs. */
async function openStore(
  answer: (response: ServerResponse, content: string, count: number) => void,
) {
  let count = 0;
  const respond = (url: string, response: ServerResponse): void => {
    count += 1;
    answer(response, Object.values(contents)[Number(url.slice(1))] ?? '', count);
  };
  const server = await listen((request, response) => respond(request.url ?? '', response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const signed = listed.map((file, index) => ({ ...file, download_url: `${server.url}/${index}` }));
  return {
    get requests() {
      return count;
    },
    reporter: { signInputFiles: async () => signed },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const leaseWith = (input_files: Lease['task']['input_files']) =>
  ({ task: { input_files } }) as Lease;
const lease = leaseWith(listed);

async function failureOf(work: Promise<unknown>) {
  const [settled] = await Promise.allSettled([work]);
  return settled.status === 'rejected' ? describeFailure(settled.reason) : 'success';
}

test('stores each file under its name in a folder, and removes the folder with the files', async () => {
  await using store = await openStore((response, content) => response.end(content));
  await using scratch = scratchDirectory();
  {
    await using fetched = await fetchInputFiles(lease, {
      ...store,
      directory: scratch.path,
      signal: live,
    });
    expect(fetched.files.map(({ name }) => name)).toEqual(Object.keys(contents));
    expect(fetched.files.map(({ path }) => basename(path))).toEqual(Object.keys(contents));
    const read = fetched.files.map(({ path }) => readFileSync(path, 'utf8'));
    expect(read).toEqual(Object.values(contents));
  }
  expect(readdirSync(scratch.path)).toEqual([]);
});

test('makes no request for a task without files', async () => {
  await using scratch = scratchDirectory();
  const reporter = { signInputFiles: () => Promise.reject(new Error('asked')) };
  const source = { reporter, directory: scratch.path, signal: live };
  await using fetched = await fetchInputFiles(leaseWith([]), source);
  expect(fetched.files).toEqual([]);
});

test.each([
  ['answers 503', (response: ServerResponse) => response.writeHead(503).end('away')],
  ['breaks off', (response: ServerResponse) => response.destroy()],
  [
    'breaks the connection midway',
    (response: ServerResponse, content: string) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.slice(0, 3), () => response.destroy());
    },
  ],
])('retries when the store %s once or twice', async (_what, fail) => {
  await using store = await openStore((response, content, count) =>
    count < 3 ? fail(response, content) : response.end(content),
  );
  await using scratch = scratchDirectory();
  const source = { ...store, directory: scratch.path, signal: live };
  await using fetched = await fetchInputFiles(lease, source);
  expect(readFileSync(fetched.files[0]?.path ?? '', 'utf8')).toBe('all of the bill');
});

test('gives up after five tries with a retryable failure', async () => {
  await using store = await openStore((response) => response.writeHead(503).end());
  await using scratch = scratchDirectory();
  const fetching = fetchInputFiles(lease, { ...store, directory: scratch.path, signal: live });
  expect(await failureOf(fetching)).toEqual({
    class: 'input_file_unavailable',
    message: `${first} could not be read from the storage: the storage responded with status 503.`,
    retry: 'infrastructure',
  });
  expect(store.requests).toBe(5);
  expect(readdirSync(scratch.path)).toEqual([]);
});

test.each([
  ['other bytes', 'ALL of the bill', /it has the SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}\./],
  ['too few bytes', 'all', /it has 3 of 15 bytes\./],
  ['too many bytes', 'all of the bill and more', /it has more than its 15 bytes\./],
])('fails permanently on the first try for %s', async (_what, content, message) => {
  await using store = await openStore((response) => response.end(content));
  await using scratch = scratchDirectory();
  const fetching = fetchInputFiles(lease, { ...store, directory: scratch.path, signal: live });
  expect(await failureOf(fetching)).toEqual({
    class: 'input_file_damaged',
    message: expect.stringMatching(message),
    retry: 'never',
  });
  expect(store.requests).toBe(1);
  expect(readdirSync(scratch.path)).toEqual([]);
});

test('ends with the signal while the store is silent', async () => {
  const asked = Promise.withResolvers<void>();
  await using store = await openStore(() => asked.resolve());
  await using scratch = scratchDirectory();
  const stop = new AbortController();
  const source = { ...store, directory: scratch.path, signal: stop.signal };
  const fetching = fetchInputFiles(lease, source);
  await asked.promise;
  stop.abort(new Error('cancelled'));
  await expect(fetching).rejects.toThrow('cancelled');
  expect(readdirSync(scratch.path)).toEqual([]);
});
