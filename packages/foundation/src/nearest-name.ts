/** The candidate that a misspelt name most likely means; undefined if none is close. */
export function findNearestName(name: string, candidates: readonly string[]): string | undefined {
  return findNearestNames(name, candidates)[0];
}

const MOST_NAMES = 3;

/** The candidates that a misspelt name may mean, the nearest first; at most three. */
export function findNearestNames(name: string, candidates: readonly string[]): string[] {
  const tolerance = Math.max(2, Math.floor(name.length / 3));
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= tolerance || candidate.startsWith(name))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MOST_NAMES)
    .map(({ candidate }) => candidate);
}

const LONGEST_COMPARED = 64;

/** Number of characters to insert, delete or replace to turn one string into the other. */
function editDistance(one: string, other: string): number {
  if (one.length > LONGEST_COMPARED) return Infinity;
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.toLowerCase().split('').entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      const deleted = (previous[column] ?? 0) + 1;
      const inserted = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(replaced, deleted, inserted));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
