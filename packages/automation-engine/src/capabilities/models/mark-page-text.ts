import { randomUUID } from 'node:crypto';

/**
 * Marks the start and end of page text. A page cannot forge the marks, because it does not know the
 * id.
 */
export function markPageText(text: string): string {
  const id = randomUUID();
  return `BEGIN PAGE ${id}\n${text}\nEND PAGE ${id}`;
}
