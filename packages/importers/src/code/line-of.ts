/** Returns the line, from 1, of a position, given where each line starts. */
export function lineOf(starts: readonly number[], position: number): number {
  let low = 0;
  for (let high = starts.length; low + 1 < high;) {
    const middle = Math.floor((low + high) / 2);
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle;
  }
  return low + 1;
}
