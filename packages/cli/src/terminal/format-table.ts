import { cut, plainLine, widthOf } from './plain-text.ts';

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Whether the column's cells are truncated if the table is too wide. */
  readonly isFlexible?: boolean;
  /** Whether the column is never left out: in a very narrow terminal, it gets its own lines. */
  readonly isNeeded?: boolean;
  /** Adds color to a finished cell. */
  readonly paint?: (cell: string, row: Row) => string;
}

const GAP = '  ';
const NARROWEST = 8;

/**
 * Formats rows below titles. With a width, each row is one line: cells are cut or left out. Only
 * if needed columns do not fit, each has its own line.
 */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width = Number.POSITIVE_INFINITY,
): string {
  const cells = rows.map((row) => columns.map(({ text }) => plainLine(text(row))));
  const natural = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((line) => widthOf(line[index] ?? ''))),
  );
  const widths = fit(columns, natural, width);
  const gap = widths.length > 1 && totalOf(widths) > width ? `\n${GAP}` : GAP;
  const pad = (text: string, index: number): string => {
    const short = cut(text, widths[index] ?? 0);
    const isLast = index === widths.length - 1;
    return isLast ? short : short + ' '.repeat((widths[index] ?? 0) - widthOf(short));
  };
  const shown = columns.slice(0, widths.length);
  const join = (line: readonly string[]): string => line.join(gap).replaceAll(/ +$/gm, '');
  const head = join(shown.map(({ title }, index) => pad(title, index)));
  const body = rows.map((row, number) =>
    join(
      shown.map(({ paint }, index) => {
        const cell = pad(cells[number]?.[index] ?? '', index);
        return paint ? paint(cell, row) : cell;
      }),
    ),
  );
  return [head, ...body].join('\n');
}

/**
 * Returns the widths of the columns that fit. Leaves out the last columns rather than truncating
 * inflexible ones: half an ID is useless.
 */
function fit(
  columns: readonly Column<never>[],
  natural: readonly number[],
  width: number,
): number[] {
  const isFlexible = (index: number): boolean => columns[index]?.isFlexible === true;
  const least = natural.map((one, index) => (isFlexible(index) ? Math.min(one, NARROWEST) : one));
  const needed = columns.findLastIndex(({ isNeeded }) => isNeeded === true) + 1;
  let count = columns.length;
  while (count > Math.max(1, needed) && totalOf(least.slice(0, count)) > width) count -= 1;
  const widths = natural.slice(0, count);
  for (let excess = totalOf(widths) - width; excess > 0; excess -= 1) {
    const widest = widths.reduce(
      (best, one, index) =>
        isFlexible(index) && one > Math.max(NARROWEST, widths[best] ?? 0) ? index : best,
      -1,
    );
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

const totalOf = (widths: readonly number[]): number =>
  widths.reduce((sum, one) => sum + one, 0) + GAP.length * (widths.length - 1);
