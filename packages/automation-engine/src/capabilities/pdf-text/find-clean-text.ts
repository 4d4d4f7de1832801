import type { Redactor } from '@errand/secrets';

/**
 * The redacted text of a document; undefined if it contains no secret. Finds secrets broken across
 * lines.
 */
export function findCleanText(text: string, redact: Redactor): string | undefined {
  const clean = redact(text);
  const joined = clean.replaceAll(/\s*\n\s*/g, '');
  const cleanJoined = redact(joined);
  if (cleanJoined !== joined) return cleanJoined;
  return clean === text ? undefined : clean;
}
