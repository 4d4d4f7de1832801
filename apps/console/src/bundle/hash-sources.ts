import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CONSOLE_ROOT } from './vite-options.ts';

const REPOSITORY = join(CONSOLE_ROOT, '../..');

/** What the bundle is built from; the lockfile stands for the packages. */
const SOURCES = [
  'apps/console/index.html',
  'apps/console/src',
  'packages/automation-engine/src',
  'packages/client/src',
  'packages/expressions/src',
  'packages/foundation/src',
  'packages/importers/src',
  'packages/locators/src',
  'pnpm-lock.yaml',
];

/** Changes whenever a source of the bundle changes. Takes a few milliseconds. */
export function hashSources(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((source) => listFiles(source))) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(REPOSITORY, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

function listFiles(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(REPOSITORY, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(REPOSITORY, join(entry.parentPath, entry.name)))
    .toSorted();
}
