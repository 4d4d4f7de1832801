import { DOUBTS } from './stored-search.ts';
import { keptOfName } from './read-snapshot.ts';

export interface WantedText {
  readonly wanted: string | RegExp;
  readonly isExact: boolean;
}

const fold = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Whether a stored name or text matches, by the rules of Playwright. Adds reasons for doubt. */
export function matchText(
  stored: string,
  { wanted, isExact }: WantedText,
  doubts: Set<string>,
): boolean {
  const kept = keptOfName(stored);
  if (wanted instanceof RegExp) {
    if (kept !== undefined) doubts.add(DOUBTS.name);
    return new RegExp(wanted.source, wanted.flags.replace('g', '')).test(fold(kept ?? stored));
  }
  if (isExact) {
    if (kept === undefined) return fold(stored) === fold(wanted);
    const isSame = fold(wanted).startsWith(fold(kept));
    if (isSame) doubts.add(DOUBTS.name);
    return isSame;
  }
  const isFound = fold(kept ?? stored)
    .toLowerCase()
    .includes(fold(wanted).toLowerCase());
  if (!isFound && kept !== undefined) doubts.add(DOUBTS.name);
  return isFound;
}
