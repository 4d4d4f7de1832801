import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from '../terminal/cache-directory.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Tried } from './try-steps.ts';

/**
 * Saves the screenshot and the accessibility tree of the page in the user's cache, in a separate
 * folder for each try in a session. Returns the paths.
 */
export function saveEvidence(
  { env }: Pick<Terminal, 'env'>,
  sessionId: string,
  { snapshot }: Pick<Tried, 'snapshot'>,
): string[] {
  if (!snapshot) return [];
  const directory = makeNext(join(cacheDirectory(env), sessionId));
  const [head = '', picture = ''] = snapshot.screenshot.split(',', 2);
  const files = [
    [head.includes('jpeg') ? 'page.jpg' : 'page.png', Buffer.from(picture, 'base64')],
    ['page.txt', snapshot.accessibility_snapshot],
  ] as const;
  return files.map(([name, content]) => {
    const path = join(directory, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  });
}

/** Makes the first of the folders `try-1`, `try-2` and so on that does not exist, for this user only. */
function makeNext(parent: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(parent, `try-${number}`);
    // For a folder that exists, it returns undefined.
    if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) return path;
  }
}
