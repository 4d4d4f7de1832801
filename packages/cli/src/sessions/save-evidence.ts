import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectory } from '../terminal/cache-directory.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Tried } from './try-steps.ts';

/** Saves the screenshot and the accessibility tree of the page in the user's cache; returns the paths. */
export function saveEvidence({ env }: Terminal, sessionId: string, { snapshot }: Tried): string[] {
  if (!snapshot) return [];
  const directory = join(cacheDirectory(env), sessionId);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
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
