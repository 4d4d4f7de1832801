import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EgressGuard } from '@errand/egress-guard';
import { fetchOutside } from '../../outside/call-outside.ts';
import { nameOfAnswer } from './name-of-answer.ts';

const TIMEOUT_MS = 120_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** No file of the run can have this name: names never begin with a dot. */
const FOLDER = '.fetched';

/**
 * Fetches a file for a page and returns its path. The file stays as long as the run's directory,
 * because the page may read it late.
 */
export async function fetchFile(
  egress: EgressGuard,
  url: string,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<string> {
  const answer = await fetchOutside(egress, url, {
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    signal,
  });
  const place = join(directory, FOLDER, randomUUID());
  await mkdir(place, { recursive: true });
  const path = join(place, nameOfAnswer(answer.url, answer.headers));
  await writeFile(path, answer.body, { signal });
  return path;
}
