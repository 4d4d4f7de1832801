import { listen } from '@errand/app-runtime';
import { pollUntil, startCuttableProxy } from '@errand/test-kit';
import { expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { NewArtifact } from '../task-reporter.ts';
import { uploadArtifacts, type ArtifactFile } from './upload-artifacts.ts';

const live = new AbortController().signal;

test('uploads every file to its URL with the given headers, and confirms them in order', async () => {
  await using store = await openStore(() => 200);
  const directory = mkdtempSync(join(tmpdir(), 'errand-upload-'));
  writeFileSync(join(directory, 'orders.csv'), 'order,total\n');
  const files: ArtifactFile[] = [
    {
      filename: 'orders.csv',
      kind: 'download',
      content_type: 'text/csv',
      source: { path: join(directory, 'orders.csv') },
    },
    {
      filename: 'page.png',
      kind: 'screenshot',
      content_type: 'image/png',
      source: { content: Uint8Array.of(1, 2, 3) },
    },
  ];
  expect(await uploadArtifacts(store.reporter, files, { signal: live })).toEqual(['id-0', 'id-1']);
  expect(store.announced.map(({ size }) => size)).toEqual([12, 3]);
  expect(store.received.toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
    ['/id-0', 'text/csv', '12', 'order,total\n'],
    ['/id-1', 'image/png', '3', '\u0001\u0002\u0003'],
  ]);
  rmSync(directory, { recursive: true });
});

test('retries a file, then gives up with its name and the reason', async () => {
  await using store = await openStore(() => 503);
  const options = { signal: live, patienceMs: 1_000 };
  const upload = uploadArtifacts(store.reporter, [smallFile], options);
  await expect(upload).rejects.toThrow(
    'The file "note.txt" could not be stored: the store responded with status 503.',
  );
  expect(store.received.length).toBeGreaterThan(1);
});

test('does not retry a file that the store refuses permanently', async () => {
  await using store = await openStore(() => 403);
  const upload = uploadArtifacts(store.reporter, [smallFile], { signal: live });
  await expect(upload).rejects.toThrow('could not be stored: the store responded with status 403.');
  expect(store.received).toHaveLength(1);
});

test('waits for a store that is briefly unreachable, and sends only the missing file', async () => {
  await using store = await openStore(() => 200);
  await using line = await startCuttableProxy(store.url);
  const other = { ...smallFile, filename: 'other.txt' };
  const createArtifacts = async (artifacts: readonly NewArtifact[]) => {
    const [near, far] = await store.reporter.createArtifacts(artifacts);
    if (!near || !far) throw new Error('Two addresses were to be given.');
    return [near, { ...far, upload_url: far.upload_url.replace(store.url, line.url) }];
  };
  const reporter = { ...store.reporter, createArtifacts };
  line.cut();
  const upload = uploadArtifacts(reporter, [smallFile, other], { signal: live });
  await pollUntil('the first is stored', () => store.received.length === 1);
  line.mend();
  expect(await upload).toEqual(['id-0', 'id-1']);
  expect(store.received.map(([path]) => path)).toEqual(['/id-0', '/id-1']);
});

test('succeeds when a later try succeeds', async () => {
  await using store = await openStore((count) => (count <= 4 ? 503 : 200));
  expect(await uploadArtifacts(store.reporter, [smallFile], { signal: live })).toEqual(['id-0']);
});

test('fails when the control plane finds that the stored file differs', async () => {
  await using store = await openStore(
    () => 200,
    [{ artifact_id: 'id-0', reason: 'wrong-size' as const }],
  );
  const upload = uploadArtifacts(store.reporter, [smallFile], { signal: live });
  await expect(upload).rejects.toThrow(
    '"note.txt" could not be stored: the store reports "wrong-size"',
  );
});

const smallFile: ArtifactFile = {
  filename: 'note.txt',
  kind: 'download',
  content_type: 'text/plain',
  source: { content: Uint8Array.of(65) },
};

async function openStore(
  statusOf: (count: number) => number,
  rejected: { artifact_id: string; reason: 'wrong-size' }[] = [],
) {
  const received: string[][] = [];
  const announced: NewArtifact[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { 'content-type': type, 'content-length': length } = request.headers;
    received.push([request.url ?? '', type ?? '', length ?? '', await text(request)]);
    response.writeHead(statusOf(received.length)).end();
  };
  const server = await listen((request, response) => void receive(request, response), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  return {
    url: server.url,
    received,
    announced,
    reporter: {
      createArtifacts: async (artifacts: readonly NewArtifact[]) => {
        announced.push(...artifacts);
        return artifacts.map(({ filename, content_type }, index) => ({
          artifact_id: `id-${index}`,
          filename,
          upload_url: `${server.url}/id-${index}`,
          headers: { 'content-type': content_type },
        }));
      },
      confirmArtifacts: async (ids: readonly string[]) => ({ confirmed: [...ids], rejected }),
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
