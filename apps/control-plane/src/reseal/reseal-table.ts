import { SealedValueError, type Sealer } from '@errand/secrets';
import type { Pool } from 'pg';
import type { SealedRow, SealedTable } from './sealed-columns.ts';

/** Rows that one statement reads: a sealed value can exceed a megabyte. */
const PAGE = 100;

/** Sorts before the first key of each type. */
const LOWEST = { uuid: '00000000-0000-0000-0000-000000000000', text: '', integer: '-1' };

export interface Resealed {
  /** How many values were resealed with the first key. */
  readonly resealed: number;
  /** `table.column key` of the values that no key opens. */
  readonly damaged: readonly string[];
}

interface StoredValue {
  readonly place: SealedTable;
  readonly row: SealedRow;
  readonly column: string;
}

interface Parts {
  readonly pool: Pool;
  readonly sealer: Sealer;
}

/** Reseals the table's values that were sealed with a key other than the first. */
export async function resealTable(parts: Parts, place: SealedTable): Promise<Resealed> {
  const damaged: string[] = [];
  let resealed = 0;
  let last: readonly string[] | undefined = Object.values(place.key).map((type) => LOWEST[type]);
  while (last) {
    const rows: readonly SealedRow[] = await readPage(parts, place, last);
    for (const value of valuesOf(place, rows)) {
      const done = await resealValue(parts, value);
      if (done === 'resealed') resealed += 1;
      if (done === 'damaged') damaged.push(nameOf(value));
    }
    const end = rows.length < PAGE ? undefined : rows.at(-1);
    last = end && keyOf(place, end);
  }
  return { resealed, damaged };
}

function valuesOf(place: SealedTable, rows: readonly SealedRow[]): readonly StoredValue[] {
  const columns = Object.keys(place.columns);
  return rows.flatMap((row) => columns.map((column) => ({ place, row, column })));
}

/** The next rows by primary key. A value that does not need resealing is an empty string. */
async function readPage(
  { pool, sealer }: Parts,
  { table, key, also = {}, columns }: SealedTable,
  after: readonly string[],
): Promise<readonly SealedRow[]> {
  const names = Object.keys(key);
  const selected = [
    ...names.map((name) => `${name}::text AS ${name}`),
    ...Object.entries(also).map(([name, from]) => `coalesce(${from}::text, '') AS ${name}`),
    ...Object.keys(columns).map(
      (name) =>
        `CASE WHEN starts_with(${name}, $1) THEN '' ELSE coalesce(${name}, '') END AS ${name}`,
    ),
  ];
  const place = Object.values(key).map((type, index) => `$${index + 2}::${type}`);
  const order = names.map((name) => `${table}.${name}`).join(', ');
  const { rows } = await pool.query<SealedRow>(
    `SELECT ${selected.join(', ')} FROM ${table}
     WHERE (${order}) > (${place.join(', ')}) ORDER BY ${order} LIMIT ${PAGE}`,
    [sealer.currentPrefix, ...after],
  );
  return rows;
}

async function resealValue(
  { pool, sealer }: Parts,
  { place, row, column }: StoredValue,
): Promise<'resealed' | 'damaged' | 'unchanged'> {
  const before = row[column] ?? '';
  const context = place.columns[column]?.(row);
  if (before === '' || context === undefined) return 'unchanged';
  const opened = unseal(sealer, before, context);
  if (!opened) return 'damaged';
  const same = Object.entries(place.key).map(
    ([name, type], index) => `${name} = $${index + 3}::${type}`,
  );
  // A concurrent change has already been sealed with the first key.
  const { rowCount } = await pool.query(
    `UPDATE ${place.table} SET ${column} = $1 WHERE ${column} = $2 AND ${same.join(' AND ')}`,
    [sealer.seal(opened.value, context), before, ...keyOf(place, row)],
  );
  return rowCount === 0 ? 'unchanged' : 'resealed';
}

function unseal(sealer: Sealer, text: string, context: string) {
  try {
    return { value: sealer.unseal(text, context) };
  } catch (error) {
    if (error instanceof SealedValueError) return undefined;
    throw error;
  }
}

function keyOf({ key }: SealedTable, row: SealedRow): readonly string[] {
  return Object.keys(key).map((name) => row[name] ?? '');
}

function nameOf({ place, row, column }: StoredValue): string {
  return `${place.table}.${column} ${keyOf(place, row).join(' ')}`;
}
