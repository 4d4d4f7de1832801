/** Longer text would fill an agent's context. */
const MAX_TEXT = 100_000;

/** Returns the beginning of long text, with a note of what is missing. */
export function cutText(text: string, longest = MAX_TEXT): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}\n[cut after ${longest} of ${text.length} characters]`;
}
