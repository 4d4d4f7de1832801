import { createTextSearch } from './text-search.ts';
import { secretForms } from './secret-forms.ts';

export type Redactor = (text: string) => string;

const mask = '[redacted]';

// Redacting a shorter one would destroy every text it is used on, and the pattern of the gaps would tell it.
const minLength = 4;

/**
 * Replaces secrets in all their forms by `[redacted]`, in time linear in the text. Overlapping
 * ones are covered together. A secret or form of fewer than four characters is left alone.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < minLength) continue;
    for (const form of secretForms(secret)) if (form.length >= minLength) forms.add(form);
  }
  const search = createTextSearch(forms);
  return (text) => {
    const parts: string[] = [];
    let written = 0;
    for (const { start, end } of search(text)) {
      parts.push(text.slice(written, start), mask);
      written = end;
    }
    return parts.length === 0 ? text : [...parts, text.slice(written)].join('');
  };
}
