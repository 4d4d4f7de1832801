import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const KINDS = ['field', 'operation', 'service', 'model'] as const;

/** Kinds of proofs that a comment can declare; each has a table. */
export type ProofKind = (typeof KINDS)[number];

/** A test that fails when its subject breaks. */
export interface Proof {
  readonly subject: string;
  /** Path from the root of the repository. */
  readonly file: string;
  readonly test: string;
}

/** A test file, read for proofs of one kind. */
export interface ProofFile {
  /** Path from the root of the repository. */
  readonly file: string;
  /** The comments `// proves KIND: SUBJECT; SUBJECT`. */
  readonly comments: readonly { readonly subjects: readonly string[]; readonly index: number }[];
  readonly tests: readonly { readonly name: string; readonly index: number }[];
}

/** Kinds whose subjects are names. Other subjects are phrases, which may contain commas. */
const WITHOUT_COMMA: ReadonlySet<string | undefined> = new Set(['field', 'operation']);

const COMMENT = /^[ \t]*\/\/ proves\b *(?<kind>[\w-]*): *(?<subjects>.*)$/gm;
const TEST =
  /\btest(?:\(|\.each\b[^]*?\)\()\s*(?<quote>['"`])(?<name>(?:\\.|(?!\k<quote>)[^])*?)\k<quote>/g;

/** Skipped, because packages that use each other in tests are circular links there. */
const isForeign = (name: string) => name === 'node_modules';

/** Returns the subjects of a kind that tests prove, each with the test below its comment. */
export function readProofs(root: string, kind: ProofKind): Proof[] {
  return readProofFiles(root, kind).flatMap(proofsIn);
}

/** Throws if no test follows a comment. */
export function proofsIn({ file, comments, tests }: ProofFile): Proof[] {
  return comments.flatMap(({ subjects, index }) => {
    const next = tests.find((test) => test.index > index);
    if (next !== undefined) return subjects.map((subject) => ({ subject, file, test: next.name }));
    throw new Error(`No test in ${file} follows the comment that proves "${subjects.join('; ')}".`);
  });
}

/** Reads all tests of the apps and packages, in the order of the files. */
export function readProofFiles(root: string, kind: ProofKind): ProofFile[] {
  return globSync('{apps,packages}/**/*.test.ts', { cwd: root, exclude: isForeign })
    .toSorted()
    .map((file) => parseProofFile(readFileSync(join(root, file), 'utf8'), { file, kind }));
}

/** Throws if a comment has an unknown kind, or separates fields or operations with commas. */
export function parseProofFile(
  source: string,
  { file, kind }: { readonly file: string; readonly kind: ProofKind },
): ProofFile {
  const comments = [...source.matchAll(COMMENT)].map(({ 0: line, index, groups }) => {
    const named = KINDS.find((known) => known === groups?.['kind']);
    const subjects = groups?.['subjects'] ?? '';
    const isSeparated = !WITHOUT_COMMA.has(named) || !subjects.includes(',');
    if (named !== undefined && isSeparated) return { named, subjects: split(subjects), index };
    throw new Error(
      `"${line.trim()}" in ${file} must read // proves ${KINDS.join('|')}: SUBJECT; SUBJECT`,
    );
  });
  const tests = source.matchAll(TEST);
  return {
    file,
    comments: comments.filter(({ named }) => named === kind),
    tests: [...tests].map(({ index, groups }) => ({ name: groups?.['name'] ?? '', index })),
  };
}

function split(subjects: string): string[] {
  return subjects.split(';').map((subject) => subject.trim());
}
