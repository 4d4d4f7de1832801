/**
 * Returns how similar two strings are, 0 to 100, ignoring case and white space: 100 minus the share
 * of characters to change, add or remove. Returns 0 early when the lengths alone rule out more than
 * `least`.
 */
export function similarityOf(one: string, other: string, least = -1): number {
  const [left, right] = [letters(one), letters(other)];
  const longest = Math.max(left.length, right.length);
  const mostAlike = 100 * (Math.min(left.length, right.length) / Math.max(1, longest));
  if (longest > 0 && mostAlike <= least) return 0;
  return longest === 0 ? 100 : 100 * (1 - countEdits(left, right) / longest);
}

/** Returns the part of a string that is compared. */
export function letters(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

/** Computes the Levenshtein distance, one row of the table at a time. */
function countEdits(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [place, letter] of left.split('').entries()) {
    const next = [place + 1];
    for (const [index, other] of right.split('').entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
