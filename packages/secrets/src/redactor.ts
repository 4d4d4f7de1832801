import { createTextSearch, type SearchWord } from './text-search.ts';
import { secretForms } from './secret-forms.ts';

export type Redactor = (text: string) => string;

/** What stands in the place of a secret. */
export const redactedText = '[redacted]';

// Redacting a shorter one would destroy every text it is used on, and the pattern of the gaps would tell it.
const minLength = 4;

interface RedactorOptions {
  /** How much of the beginning of a secret is hidden, too, in characters. Default: only the whole secret. */
  readonly shortestBeginning?: (secret: string) => number;
}

/**
 * Replaces secrets in all their forms by `[redacted]`, in time linear in the text; making one is linear in the secrets. Overlapping
 * ones are covered together. A secret or form of fewer than four characters is left alone.
 */
export function createRedactor(
  secrets: Iterable<string>,
  { shortestBeginning = ({ length }) => length }: RedactorOptions = {},
): Redactor {
  const words: SearchWord[] = [];
  for (const secret of secrets) {
    if (secret.length < minLength) continue;
    const beginnings = [...secretForms(secret.slice(0, shortestBeginning(secret)))];
    for (const text of secretForms(secret)) {
      if (text.length < minLength) continue;
      const lengths = beginnings
        .filter((form) => text.startsWith(form))
        .map(({ length }) => length);
      words.push({ text, shortestBeginning: Math.max(minLength, ...lengths) });
    }
  }
  const search = createTextSearch(words);
  return (text) => {
    const parts: string[] = [];
    let written = 0;
    for (const { start, end } of search(text)) {
      parts.push(text.slice(written, start), redactedText);
      written = end;
    }
    return parts.length === 0 ? text : [...parts, text.slice(written)].join('');
  };
}
