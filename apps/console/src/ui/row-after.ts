/** The row that an arrow key, Home or End leads to; undefined for other keys and empty lists. */
export function rowAfter<Row>(key: string, at: number, rows: readonly Row[]): Row | undefined {
  if (key === 'ArrowDown') return rows[Math.min(at + 1, rows.length - 1)];
  if (key === 'ArrowUp') return rows[Math.max(at - 1, 0)];
  if (key === 'Home') return rows[0];
  return key === 'End' ? rows.at(-1) : undefined;
}
