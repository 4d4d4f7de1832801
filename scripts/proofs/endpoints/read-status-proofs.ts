import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A test whose name begins with a status that an operation returns. */
export interface StatusProof {
  /**
   * `*` stands for every client operation, `worker *` and `admin *` for those of the other
   * documents.
   */
  readonly operation: string;
  readonly status: number;
  /** From the root of the repository. */
  readonly file: string;
  readonly test: string;
}

/** Names the operations of the tests below it, until the next such comment. */
const comment = /^[ \t]*\/\/ operation: (?<operations>.+)$/gm;
const testName =
  /\btest(?:\(|\.each\b[^]*?\)\()\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^])*?)\k<quote>/g;
const route = /\bdefineRoute\(\s*'(\w+)'/g;

/** Returns the proofs in all tests below a folder, in the order of the files. */
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

/** Without a comment, the tests beside a route are about the route's operations. */
function operationsBeside(path: string): string[] {
  const beside = path.replace(/\.test\.ts$/, '.ts');
  if (!beside.endsWith('.route.ts') || !existsSync(beside)) return [];
  return [...readFileSync(beside, 'utf8').matchAll(route)].map(([, id = '']) => id);
}

/** Returns the statuses of all test names that begin with one. */
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
