/** Longer text would fill an agent's context. */
const MAX_TEXT = 100_000;

/** The beginning of a long text, with a note of what is missing. */
export function cutText(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}\n[cut after ${MAX_TEXT} of ${text.length} characters]`;
}
