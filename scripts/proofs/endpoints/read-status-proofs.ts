import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProofFiles, type ProofFile } from '../read-proofs.ts';

/** A test whose name begins with a status that an operation returns. */
export interface StatusProof {
  /**
   * `*` stands for every client operation, `worker *` and `admin *` for those of the other
   * documents.
   */
  readonly operation: string;
  readonly status: number;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly test: string;
}

const ROUTE = /\bdefineRoute\(\s*'(\w+)'/g;

/**
 * Returns the proofs of all tests. A comment names the operations of the tests below it, until the
 * next such comment. Without one, the tests beside a route are about the route's operations.
 */
export function readStatusProofs(root: string): StatusProof[] {
  return readProofFiles(root, 'operation').flatMap((file) =>
    statusProofsIn(file, operationsBeside(join(root, file.file))),
  );
}

function operationsBeside(path: string): string[] {
  const beside = path.replace(/\.test\.ts$/, '.ts');
  if (!beside.endsWith('.route.ts') || !existsSync(beside)) return [];
  return [...readFileSync(beside, 'utf8').matchAll(ROUTE)].map(([, id = '']) => id);
}

/** Returns the statuses of all test names that begin with one. */
export function statusProofsIn(
  { file, comments, tests }: ProofFile,
  own: readonly string[],
): StatusProof[] {
  return tests.flatMap(({ name: test, index }) => {
    if (!/^[2-5]\d\d\b/.test(test)) return [];
    const statuses = new Set([...test.matchAll(/(?<![\w.])[2-5]\d\d(?!\w)/g)].map(Number));
    const section = comments.findLast((each) => each.index < index);
    return (section?.subjects ?? own).flatMap((operation) =>
      [...statuses].map((status) => ({ operation, status, file, test })),
    );
  });
}
