import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A feature of a service (a vault, a mailbox, a proxy, a captcha) and the test that proves it. */
export interface ServiceRow {
  readonly service: string;
  readonly feature: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly test: string;
}

/** `// service: NAME: FEATURE; NAME: FEATURE` is the comment above a test. */
const comment = /^[ \t]*\/\/ service: (?<features>.+)$/gm;
const testName =
  /\btest(?:\(|\.each\b[^]*?\)\()\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^])*)\k<quote>/;
const folders = ['apps', 'packages'];

/** Skipped, because packages that use each other in tests are circular links there. */
const isForeign = (name: string) => name === 'node_modules';

/** Sorted by service. Throws if no test follows a comment. */
export function readServiceTable(root: string): ServiceRow[] {
  const rows = folders.flatMap((folder) =>
    globSync('**/*.test.ts', { cwd: join(root, folder), exclude: isForeign })
      .toSorted()
      .flatMap((file) => {
        const path = join(folder, file);
        return rowsIn(readFileSync(join(root, path), 'utf8'), path);
      }),
  );
  return rows.toSorted((one, other) => (one.service < other.service ? -1 : 1));
}

function rowsIn(source: string, file: string): ServiceRow[] {
  return [...source.matchAll(comment)].flatMap(({ index, groups, 0: line }) => {
    const test = testName.exec(source.slice(index + line.length))?.groups?.['name'];
    if (test === undefined) throw new Error(`No test follows "${line.trim()}" in ${file}.`);
    return (groups?.['features'] ?? '').split(';').map((part) => {
      const [service = '', feature = ''] = part.split(':').map((text) => text.trim());
      return { service, feature, file, test };
    });
  });
}
