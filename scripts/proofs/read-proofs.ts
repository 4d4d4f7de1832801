import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A test that fails when a field loses its effect: one with a comment `// proves: FIELD, FIELD` above it. */
export interface Proof {
  readonly field: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly test: string;
}

const comment = /^[ \t]*\/\/ proves: (?<fields>.+)$/gm;
const testName =
  /\btest(?:\(|\.each\b[^]*?\)\()\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^])*)\k<quote>/;

/** Skipped, because packages that use each other in tests are circular links there. */
const isForeign = (name: string) => name === 'node_modules';

/** Returns every proof in the tests below a folder, in the order of the files. */
export function findProofs(root: string, folder: string): Proof[] {
  return globSync('**/*.test.ts', { cwd: join(root, folder), exclude: isForeign })
    .toSorted()
    .flatMap((file) => {
      const path = join(root, folder, file);
      return proofsIn(readFileSync(path, 'utf8'), relative(root, path));
    });
}

/** Throws if no test follows a comment. */
export function proofsIn(source: string, file: string): Proof[] {
  return [...source.matchAll(comment)].flatMap(({ index, groups, 0: line }) => {
    const following = source.slice(index + line.length);
    const test = testName.exec(following)?.groups?.['name'];
    if (test === undefined) throw new Error(`No test follows "${line.trim()}" in ${file}.`);
    const fields = (groups?.['fields'] ?? '').split(',').map((field) => field.trim());
    return fields.map((field) => ({ field, file, test }));
  });
}
