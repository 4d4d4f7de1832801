import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LocalError } from '../errors/command-errors.ts';

/** A row of a CSV file. */
export interface Row {
  /** From 1, without the header. */
  readonly number: number;
  readonly inputs: Readonly<Record<string, string[]>>;
}

export interface Rows {
  /** Digest of the whole file. */
  readonly digest: string;
  readonly rows: readonly Row[];
}

/** As in files of spreadsheets; the most frequent one in the header counts. */
const DELIMITERS = [',', ';', '\t'];

/**
 * Reads a CSV file with a header. Columns of the same name form a list of values; an empty cell
 * adds none. Throws LocalError.
 */
export async function readRows(path: string): Promise<Rows> {
  const bytes = readFileSync(path);
  const { parse } = await import('csv-parse/sync');
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const lines = parseLines(path, () =>
    parse(text, { delimiter: findDelimiter(text), skip_empty_lines: true }),
  );
  const [header = [], ...body] = lines;
  const names = header.map((name) => name.trim());
  if (names.length === 0 || names.includes('')) {
    throw new LocalError(
      `"${path}" has a column without a name: name every input in the first line.`,
    );
  }
  if (body.length === 0) throw new LocalError(`"${path}" has no rows below its header.`);
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { digest, rows: body.map((cells, index) => rowOf(names, cells, index + 1)) };
}

function rowOf(names: readonly string[], cells: readonly string[], number: number): Row {
  const inputs: Record<string, string[]> = {};
  names.forEach((name, column) => {
    const values = (inputs[name] ??= []);
    const cell = cells[column] ?? '';
    if (cell !== '') values.push(cell);
  });
  return { number, inputs };
}

function parseLines(path: string, parse: () => string[][]): string[][] {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(`"${path}" is not a CSV file: ${reason}.`, { cause: error });
  }
}

function findDelimiter(text: string): string {
  const [header = ''] = text.split(/\r?\n/, 1);
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
}
