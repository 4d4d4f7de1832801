import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrandSchemas } from '@errand/client';
import { cacheDirectory } from '../terminal/cache-directory.ts';
import { openLimit } from '../terminal/open-limit.ts';
import type { Terminal } from '../terminal/terminal.ts';

const FETCH_MS = 20_000;
const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/**
 * Saves the screenshot of the failed step in the user's cache and returns its path, or undefined if
 * no screenshot can be fetched: the failure itself is what matters.
 */
export async function saveFailurePicture(
  task: ErrandSchemas['TaskDetail'],
  { env, signal }: Terminal,
): Promise<string | undefined> {
  const step = task.steps.findLast(({ outcome }) => outcome === 'failed');
  const url = step?.screenshot_url;
  if (!step || !url) return undefined;
  using limit = openLimit(signal, FETCH_MS);
  try {
    const response = await fetch(url, { signal: limit.signal });
    if (!response.ok) return undefined;
    const type = response.headers.get('content-type') ?? '';
    const directory = join(cacheDirectory(env), task.task_id);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const name = `attempt-${step.attempt}-step-${step.sequence}.${EXTENSIONS[type] ?? 'png'}`;
    const path = join(directory, name);
    writeFileSync(path, Buffer.from(await response.arrayBuffer()), { mode: 0o600 });
    return path;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
