import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const RECORD = fileURLToPath(new URL('file-seconds.json', import.meta.url));

export interface FileSeconds {
  /** Absolute path of a test file. */
  readonly path: string;
  /** Run time, in parallel with other files. */
  readonly seconds: number;
}

/** Returns the last recorded run times of test files, by absolute path. */
export function readFileSeconds(): ReadonlyMap<string, number> {
  const record = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(RECORD, 'utf8')));
  return new Map(Object.entries(record).map(([path, seconds]) => [`${ROOT}${path}`, seconds]));
}

/** Records the run times of these files, in whole seconds, and drops files that no longer exist. */
export function keepFileSeconds(measured: readonly FileSeconds[]): void {
  const kept = new Map(readFileSeconds());
  for (const { path, seconds } of measured) kept.set(path, seconds);
  const lines = [...kept]
    .filter(([path]) => existsSync(path))
    .map(([path, seconds]) => [relative(ROOT, path), Math.round(seconds)] as const)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(lines), undefined, 2)}\n`);
}
