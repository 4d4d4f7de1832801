import { randomUUID } from 'node:crypto';

/** Puts marks around a text of a page. It cannot forge them: it does not know the id. */
export function markPageText(text: string): string {
  const id = randomUUID();
  return `BEGIN PAGE ${id}\n${text}\nEND PAGE ${id}`;
}
