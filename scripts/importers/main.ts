import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importAny } from '@errand/importers';
import { type FileResult, formatShares } from './shares.ts';

const USAGE = 'Usage: node scripts/importers/main.ts FOLDER [--reasons]';

/** Measures how much of the files in a folder is imported. */
const [folder] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (folder === undefined) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const results = files.flatMap((path): FileResult[] => {
    const text = readFileSync(path, 'utf8');
    const imported = importAny(text, path);
    return imported ? [{ path, text, imported }] : [];
  });
  console.log(formatShares(results, { withReasons: process.argv.includes('--reasons') }));
  console.log(`${files.length - results.length} files are of an unknown kind.`);
}
