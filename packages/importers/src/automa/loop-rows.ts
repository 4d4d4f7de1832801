import { asObject, asText, member, parseJson } from '../draft/json.ts';
import { isSecretName } from '../draft/parameter-names.ts';
import type { AutomaState } from './automa-state.ts';

const mostRows = 1_000;
const mostColumns = 50;

/**
 * Makes an input of each column of a loop's own data, with a value for each row, and returns the
 * name of the first one. Undefined if the data is no list of texts or of flat rows, or may have
 * secrets.
 */
export function declareRows(id: string, data: string, state: AutomaState): string | undefined {
  const rows = parseJson(data);
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > mostRows) return undefined;
  const cells = rows.map(
    (row: unknown): Readonly<Record<string, unknown>> => asObject(row) ?? { '': row },
  );
  const [names = []] = cells.map((row) => Object.keys(row));
  const columns = names.map((name) => ({
    name,
    values: cells.map((row) => textOf(member(row, name))).filter((text) => text !== undefined),
  }));
  const isWhole = columns.every(({ values }) => values.length === rows.length);
  if (columns.length === 0 || columns.length > mostColumns || !isWhole) return undefined;
  if (names.some(isSecretName)) return undefined;
  const declared = columns.map(
    ({ name, values }) => [name, state.draft.names.inputList(name || id, values)] as const,
  );
  state.columns.set(id, new Map(declared.map(([name, input]) => [name, `{${input}[index]}`])));
  return declared[0]?.[1];
}

function textOf(cell: unknown): string | undefined {
  return typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : asText(cell);
}
