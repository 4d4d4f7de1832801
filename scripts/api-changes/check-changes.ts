import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Change, compareDocuments } from './compare-documents.ts';

const ROOT = new URL('../../', import.meta.url);
/** The interface of the last release. */
export const RELEASED = new URL('openapi/released/errand.generated.json', ROOT);
/** Breaking changes since the last release that were accepted, with the reason. */
export const ACCEPTED = new URL('openapi/released/accepted-changes.yaml', ROOT);
const CURRENT = new URL('packages/api-types/src/errand-document.generated.json', ROOT);

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));
export const readCurrent = (): unknown => readJson(CURRENT);

/** Changes since the last release. */
export const listChanges = (): Change[] => compareDocuments(readJson(RELEASED), readCurrent());

/** One line per change, in the format of the list of accepted changes. */
export const lineOf = ({ operation, what }: Change): string => `${operation}: ${what}`;

/** A sentence for each breaking change that was not accepted. */
export function complainOf(changes: readonly Change[], accepted: ReadonlySet<string>): string[] {
  return changes
    .filter((change) => change.isBreaking && !isAccepted(change, accepted))
    .map(
      (change) =>
        `${lineOf(change)}. Clients of the released interface break: keep the old form alongside the new one and mark it deprecated (apps/docs/versions.md), or add this line with its reason to openapi/released/accepted-changes.yaml.`,
    );
}

/** An accepted change has `*` for any operation. */
const isAccepted = (change: Change, accepted: ReadonlySet<string>): boolean =>
  accepted.has(lineOf(change)) || accepted.has(lineOf({ ...change, operation: '*' }));

/** Throws if an entry has no reason. */
export function readAccepted(): ReadonlySet<string> {
  const entries = (parse(readFileSync(ACCEPTED, 'utf8')) ?? []) as readonly {
    readonly change?: string;
    readonly reason?: string;
  }[];
  return new Set(
    entries.map(({ change, reason }) => {
      if (change && reason) return change;
      throw new Error(
        `An accepted change has no \`change\` or no \`reason\`: ${JSON.stringify({ change, reason })}.`,
      );
    }),
  );
}
