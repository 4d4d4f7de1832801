import { expect, test } from '@jest/globals';
import { StorageRefusedError } from '../control-plane-errors.ts';
import type { NewArtifact } from '../task-reporter.ts';
import { listen } from '@errand/app-runtime';
import type { ArtifactFile } from './upload-artifacts.ts';
import { uploadResults } from './upload-results.ts';

const live = new AbortController().signal;

test('stores the files that fit, and names those missing from the result', async () => {
  await using store = await listen((_, response) => response.end(), {
    port: 0,
    host: '127.0.0.1',
    setting: 'PORT',
  });
  const confirmed: string[] = [];
  const reporter = {
    async createArtifacts(files: readonly NewArtifact[]) {
      if (files.some(({ size }) => size > 10))
        throw new StorageRefusedError('The account is full.');
      return files.map(({ filename }) => ({
        artifact_id: filename,
        filename,
        upload_url: store.url,
        headers: {},
      }));
    },
    async confirmArtifacts(ids: readonly string[]) {
      confirmed.push(...ids);
      return { confirmed: [...ids], rejected: [] };
    },
  };
  const sizes = Array.from({ length: 130 }, (_, n) => (n === 3 || n === 120 ? 11 : 1));
  const files = sizes.map((size, n): ArtifactFile => ({
    filename: `${n}.csv`,
    kind: 'download',
    content_type: 'text/csv',
    source: { content: new Uint8Array(size) },
  }));
  const upload = uploadResults(reporter, files, { signal: live });
  await expect(upload).rejects.toThrow(
    'The result is missing "3.csv", "120.csv": The account is full.',
  );
  expect(confirmed).toEqual(
    files.map(({ filename }) => filename).filter((name) => !['3.csv', '120.csv'].includes(name)),
  );
});
