import { gzipSync } from 'node:zlib';

/** A file of the bundle, as Vite describes it. */
export interface BundleFile {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly code?: string;
  readonly isEntry?: boolean;
  /** Files that a browser loads together with this one. */
  readonly imports?: readonly string[];
}

/** Limit for the JavaScript that the first page loads, in bytes after gzip. */
export const INITIAL_LIMIT = 150_000;

/** Bytes of JavaScript after gzip that a browser loads before anything is shown. */
export function measureInitial(files: readonly BundleFile[]): number {
  const byName = new Map(files.map((file) => [file.fileName, file]));
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    for (const next of byName.get(name)?.imports ?? []) add(next);
  };
  for (const { fileName, isEntry } of files) if (isEntry === true) add(fileName);
  return [...names].reduce((sum, name) => sum + gzipSync(byName.get(name)?.code ?? '').length, 0);
}

/** Throws when the first page would load more than INITIAL_LIMIT. */
export function checkInitial(bytes: number): void {
  if (bytes <= INITIAL_LIMIT) return;
  throw new Error(
    `The console's first page loads ${bytes} bytes of JavaScript (gzip), more than ${INITIAL_LIMIT}. Import what it does not need at once with import().`,
  );
}
