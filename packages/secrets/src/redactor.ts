import { foldText } from './fold-text.ts';
import { secretForms } from './secret-forms.ts';
import { createTextSearch, type SearchWord, type TextRange } from './text-search.ts';

export type Redactor = (text: string) => string;

/** Text that replaces a secret. */
export const REDACTED_TEXT = '[redacted]';

// Redacting a shorter secret would destroy every text, and the pattern of the gaps would reveal it.
const MIN_LENGTH = 4;

const TOKEN_END = /[\s"'`<>(){}[\],;]/g;

interface RedactorOptions {
  /**
   * Minimum length, in characters, of a secret's prefix that is hidden too. Default: only the whole
   * secret.
   */
  readonly shortestBeginning?: (secret: string) => number;
}

/**
 * Creates a function that replaces secrets in all their forms with `[redacted]`, in time linear in
 * the text; creating it is linear in the secrets. Overlapping secrets are covered together. Secrets
 * and forms of fewer than four characters are left alone.
 */
export function createRedactor(
  secrets: Iterable<string>,
  { shortestBeginning = ({ length }) => length }: RedactorOptions = {},
): Redactor {
  const words: SearchWord[] = [];
  for (const secret of secrets) {
    if (secret.length < MIN_LENGTH) continue;
    const beginnings = [...secretForms(secret.slice(0, shortestBeginning(secret)))];
    for (const text of secretForms(secret)) {
      if (text.length < MIN_LENGTH) continue;
      const lengths = beginnings
        .filter((form) => text.startsWith(form))
        .map(({ length }) => length);
      words.push({ text, shortestBeginning: Math.max(MIN_LENGTH, ...lengths) });
    }
  }
  if (words.length === 0) return (text) => text;
  const search = createTextSearch(words);
  return (text) => {
    const folded = foldText(text);
    const hidden = folded.text === text ? [] : search(folded.text);
    const ranges = [
      ...search(text),
      ...hidden.map((range) => ({ ...range, ...folded.original(range) })),
    ]
      .map((range) => (range.isWhole ? range : { ...range, end: endOfToken(text, range.end) }))
      .toSorted((one, other) => one.start - other.start);
    return cover(text, ranges);
  };
}

/** Text after the start of a secret may be the rest of it in an unknown form. */
function endOfToken(text: string, from: number): number {
  TOKEN_END.lastIndex = from;
  return TOKEN_END.exec(text)?.index ?? text.length;
}

/**
 * Replaces the ranges, which are sorted by start; overlapping or touching ones are covered
 * together.
 */
function cover(text: string, ranges: readonly TextRange[]): string {
  const parts: string[] = [];
  let written = 0;
  let isCovered = false;
  for (const { start, end } of ranges) {
    if (start > written || !isCovered) {
      parts.push(text.slice(written, start), REDACTED_TEXT);
      isCovered = true;
    }
    written = Math.max(written, end);
  }
  return parts.length === 0 ? text : [...parts, text.slice(written)].join('');
}
