import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A test whose name says that an operation answers with a status. */
export interface StatusProof {
  /** `*` is every operation for clients, `worker *` and `admin *` those of the other documents. */
  readonly operation: string;
  readonly status: number;
  /** From the root of the repository. */
  readonly file: string;
  readonly test: string;
}

/** Which operations the tests below it are about, until the next such comment. */
const comment = /^[ \t]*\/\/ operation: (?<operations>.+)$/gm;
const testName =
  /\btest(?:\(|\.each\b[^]*?\)\()\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^])*?)\k<quote>/g;
const route = /\bdefineRoute\(\s*'(\w+)'/g;

/** Those of all tests below a folder, in the order of the files. */
export function readProofs(root: string, folder: string): StatusProof[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .toSorted()
    .flatMap((file) => {
      const path = join(root, folder, file);
      const source = readFileSync(path, 'utf8');
      return proofsIn(source, { file: relative(root, path), own: operationsBeside(path) });
    });
}

/** The test file of a route is about its operations until a comment says something else. */
function operationsBeside(path: string): string[] {
  const beside = path.replace(/\.test\.ts$/, '.ts');
  if (!beside.endsWith('.route.ts') || !existsSync(beside)) return [];
  return [...readFileSync(beside, 'utf8').matchAll(route)].map(([, id = '']) => id);
}

/** Every status that a name which begins with one speaks of. */
export function proofsIn(
  source: string,
  { file, own }: { readonly file: string; readonly own: readonly string[] },
): StatusProof[] {
  const sections = [...source.matchAll(comment)].map(({ index, groups }) => ({
    index,
    operations: (groups?.['operations'] ?? '').split(',').map((name) => name.trim()),
  }));
  return [...source.matchAll(testName)].flatMap(({ index, groups }) => {
    const test = groups?.['name'] ?? '';
    if (!/^[2-5]\d\d\b/.test(test)) return [];
    const statuses = new Set([...test.matchAll(/(?<![\w.])[2-5]\d\d(?!\w)/g)].map(Number));
    const section = sections.findLast((each) => each.index < index);
    return (section?.operations ?? own).flatMap((operation) =>
      [...statuses].map((status) => ({ operation, status, file, test })),
    );
  });
}
