import type { Redactor } from '@errand/secrets';

/** The text of a document without its secrets; undefined if there is none in it. One may be broken into lines. */
export function findCleanText(text: string, redact: Redactor): string | undefined {
  const clean = redact(text);
  const joined = clean.replaceAll(/\s*\n\s*/g, '');
  const cleanJoined = redact(joined);
  if (cleanJoined !== joined) return cleanJoined;
  return clean === text ? undefined : clean;
}
