import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EgressGuard } from '@errand/egress-guard';
import { fetchOutside } from '../../outside/call-outside.ts';
import { nameOfAnswer } from './name-of-answer.ts';

const timeoutMs = 120_000;
const maxBytes = 50 * 1024 * 1024;
/** No file of the run can have this name: names never begin with a dot. */
const folder = '.fetched';

/**
 * Fetches a file for a page and returns its path. It stays as long as the run's directory, because
 * the page reads it late.
 */
export async function fetchFile(
  egress: EgressGuard,
  url: string,
  { directory, signal }: { readonly directory: string; readonly signal: AbortSignal },
): Promise<string> {
  const answer = await fetchOutside(egress, url, { timeoutMs, maxBytes, signal });
  const place = join(directory, folder, randomUUID());
  await mkdir(place, { recursive: true });
  const path = join(place, nameOfAnswer(answer.url, answer.headers));
  await writeFile(path, answer.body, { signal });
  return path;
}
