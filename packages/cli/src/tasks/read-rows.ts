import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { LocalError } from '../errors/command-errors.ts';
import { readLocalFile } from '../terminal/read-local-file.ts';

/** A row of a CSV file. */
export interface Row {
  /** Number of the row, from 1, without the header. */
  readonly number: number;
  readonly inputs: Readonly<Record<string, string[]>>;
  /**
   * Digest of the row's inputs and of the number of equal rows above it. Other changes to the file
   * do not affect it.
   */
  readonly digest: string;
}

/** Null: empty and without quotes. */
type Cell = string | null;

/** Delimiters of spreadsheet files; the most frequent one in the header counts. */
const DELIMITERS = [',', ';', '\t'];

/** A first line that names the delimiter for spreadsheet programs, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\w"\r\n])"?\r?\n[\r\n]*/i;

/** A quoted name may contain delimiters and line breaks. */
const HEADER = /^(?:"[^"]*"|[^"\r\n])*/;
const QUOTED = /"[^"]*"/g;

/**
 * Reads a CSV file with a header. Columns of the same name form a list of values; an empty cell
 * adds none. Rows of only delimiters, which spreadsheets write below the data, are left out; a row
 * with a quoted empty cell (`""`) is not. Throws LocalError.
 */
export async function readRows(path: string): Promise<readonly Row[]> {
  const { parse } = await import('csv-parse/sync');
  // Empty lines above the header would hide its delimiters.
  const content = decode(path, readLocalFile(path)).replace(/^[\r\n]+/, '');
  const [line = '', separator] = SEPARATOR_LINE.exec(content) ?? [];
  const text = content.slice(line.length);
  const lines = parseLines(path, (): Cell[][] =>
    parse(text, {
      delimiter: separator ?? findDelimiter(text),
      skip_empty_lines: true,
      cast: (cell, { quoting }) => (cell === '' && !quoting ? null : cell),
    }),
  );
  const [header = [], ...body] = lines;
  const names = header.map((name) => (name ?? '').trim());
  if (names.length === 0) throw new LocalError(`"${path}" is empty: it needs a header and rows.`);
  if (names.includes('')) {
    throw new LocalError(
      `"${path}" has a column without a name: name every input in the first line.`,
    );
  }
  const rows = body
    .map((cells, index) => ({ cells, number: index + 1 }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  if (rows.length === 0) throw new LocalError(`"${path}" has no rows below its header.`);
  const seen = new Map<string, number>();
  return rows.map(({ cells, number }) => {
    const inputs = inputsOf(names, cells);
    const facts = JSON.stringify(Object.entries(inputs).toSorted(byName));
    const above = seen.get(facts) ?? 0;
    seen.set(facts, above + 1);
    const digest = createHash('sha256').update(`${above} ${facts}`).digest('hex');
    return { number, inputs, digest };
  });
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;

/** Spreadsheets write UTF-8 or UTF-16, or an older encoding that cannot be detected. */
function decode(path: string, bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isUtf16) return new TextDecoder('utf-16le').decode(bytes);
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  throw new LocalError(
    `"${path}" is not UTF-8: save it as "CSV UTF-8", so that no letter is changed.`,
  );
}

function inputsOf(names: readonly string[], cells: readonly Cell[]): Row['inputs'] {
  const inputs = new Map<string, string[]>();
  names.forEach((name, column) => {
    const values = inputs.get(name) ?? [];
    const cell = cells[column] ?? '';
    inputs.set(name, cell === '' ? values : [...values, cell]);
  });
  return Object.fromEntries(inputs);
}

function parseLines(path: string, parse: () => Cell[][]): Cell[][] {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(`"${path}" is not a CSV file: ${reason}.`, { cause: error });
  }
}

function findDelimiter(text: string): string {
  const [first = ''] = HEADER.exec(text) ?? [];
  const header = first.replaceAll(QUOTED, '');
  const countOf = (delimiter: string): number => header.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
}
