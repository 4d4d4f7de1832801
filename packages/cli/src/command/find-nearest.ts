/** Words that differ by more edits are not similar. */
const MOST_EDITS = 2;

/** Returns the only known word with this prefix, or else the one that is the fewest edits away. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const begun = known.filter((one) => one.startsWith(word));
  if (begun.length === 1) return begun[0];
  const ranked = known
    .map((one) => ({ one, edits: countEdits(word, one) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((a, b) => a.edits - b.edits);
  return ranked[0]?.one;
}

/** Returns the Levenshtein distance. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
