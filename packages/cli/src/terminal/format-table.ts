import { cut, plainLine, widthOf } from './plain-text.ts';

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Whether the column's cells are truncated if the table is too wide. */
  readonly isFlexible?: boolean;
  /** Adds color to a finished cell. */
  readonly paint?: (cell: string, row: Row) => string;
}

const GAP = 2;
const NARROWEST = 8;

/** Formats rows below titles. With a width, each row is one line: cells are cut or left out. */
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
  const pad = (text: string, index: number): string => {
    const short = cut(text, widths[index] ?? 0);
    const isLast = index === widths.length - 1;
    return isLast ? short : short + ' '.repeat((widths[index] ?? 0) - widthOf(short));
  };
  const shown = columns.slice(0, widths.length);
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
  let count = columns.length;
  while (count > 1 && totalOf(least.slice(0, count)) > width) count -= 1;
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
  widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1);

const join = (line: readonly string[]): string => line.join(' '.repeat(GAP)).trimEnd();
