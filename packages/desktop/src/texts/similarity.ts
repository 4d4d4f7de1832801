/**
 * How alike two texts are, 0 to 100, without regard to case and white space: 100 less the share of letters to change, add or
 * remove. It may be 0 when their lengths show that it is not above `least`.
 */
export function similarityOf(one: string, other: string, least = -1): number {
  const [left, right] = [letters(one), letters(other)];
  const longest = Math.max(left.length, right.length);
  const mostAlike = 100 * (Math.min(left.length, right.length) / Math.max(1, longest));
  if (longest > 0 && mostAlike <= least) return 0;
  return longest === 0 ? 100 : 100 * (1 - countEdits(left, right) / longest);
}

/** What is compared of a text. */
export function letters(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '');
}

/** Levenshtein's distance, one row of the table at a time. */
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
