import { foldText } from './fold-text.ts';
import { coverParts } from './redact-parts.ts';
import { secretForms } from './secret-forms.ts';
import { createTextSearch, type SearchWord, type TextRange } from './text-search.ts';

export type Redactor = (text: string) => string;

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
export function createRedactor(secrets: Iterable<string>, options?: RedactorOptions): Redactor {
  const find = createSecretFinder(secrets, options);
  return (text) => coverParts([text], find).join('');
}

/** Finds what the redactor for the same secrets replaces, sorted by start. */
export type SecretFinder = (text: string) => readonly TextRange[];

export function createSecretFinder(
  secrets: Iterable<string>,
  { shortestBeginning = ({ length }) => length }: RedactorOptions = {},
): SecretFinder {
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
  if (words.length === 0) return () => [];
  const search = createTextSearch(words);
  return (text) => {
    const folded = foldText(text);
    const hidden = folded.text === text ? [] : search(folded.text);
    return [...search(text), ...hidden.map((range) => ({ ...range, ...folded.original(range) }))]
      .map((range) => (range.isWhole ? range : { ...range, end: endOfToken(text, range.end) }))
      .toSorted((one, other) => one.start - other.start);
  };
}

/** Text after the start of a secret may be the rest of it in an unknown form. */
function endOfToken(text: string, from: number): number {
  TOKEN_END.lastIndex = from;
  return TOKEN_END.exec(text)?.index ?? text.length;
}
