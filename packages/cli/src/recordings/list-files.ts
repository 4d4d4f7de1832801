import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { LocalError } from '../errors/command-errors.ts';

/** Reports that `errand record` writes beside its recordings. */
const REPORT = /\.report\.json$/i;
/** Extensions of the files that `recordings pull` writes. */
const EXTENSIONS: ReadonlySet<string> = new Set(['.json', '.yaml', '.yml']);

/**
 * Returns the files that paths name, in order: a folder stands for the recordings directly in it.
 * Throws LocalError for a folder without any.
 */
export function listFiles(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => (isFolder(path) ? listFolder(path) : [path]));
}

/** False for a path that does not exist; reading it reports the error. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function listFolder(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => EXTENSIONS.has(extname(name).toLowerCase()) && !REPORT.test(name));
  if (names.length > 0) return names.toSorted().map((name) => join(folder, name));
  throw new LocalError(
    `"${folder}" has no recordings (${[...EXTENSIONS].join(', ')}): name a file, or the folder that "errand recordings pull --dir" wrote.`,
  );
}
