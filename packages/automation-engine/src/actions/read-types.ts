import { type ExtractionType, parseExtractionFormat } from '@errand/expressions';
import { ExtractionFormatError } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { convertText, textTypeOf } from '../fields/convert-text.ts';
import { ExtractionTypeError, TableColumnError } from './action-errors.ts';

export type Format = Readonly<Record<string, unknown>>;

/** What a locator extraction returns: one string, a list of strings, or the rows of a table. */
export type Reading = 'list' | 'table' | 'text';

const hints: Readonly<Record<Reading, string>> = {
  text: 'A locator extracts one text: use str, int, float, bool or Any, or Optional[T] of these.',
  list: 'all_matches extracts strings: specify the type of one of them, or a list of it: str, int, float, bool or Any, or Optional[T] of these.',
  table:
    'A table is extracted as Any (every column, as strings), or as an object of columns by their headers, each str, int, float, bool or Any, or Optional[T] of these: {"orders": {"Number": "str", "Total": "float"}} reads two columns into orders.',
};

/**
 * Explains why a type does not suit the reading; undefined if it does. A malformed descriptor is
 * reported elsewhere.
 */
export function whyUnsuitable(descriptor: unknown, reading: Reading): string | undefined {
  try {
    const type = typeOf({ value: descriptor }, 'value');
    return isSuitable(type, reading) ? undefined : hints[reading];
  } catch (error) {
    if (error instanceof ExtractionFormatError) return undefined;
    throw error;
  }
}

function isSuitable(type: ExtractionType, reading: Reading): boolean {
  if (reading === 'text') return textTypeOf(type) !== undefined;
  const element = elementOf(type);
  if (reading === 'list') return textTypeOf(element) !== undefined;
  if (element.kind !== 'record') return element.kind === 'any' || element.kind === 'dict';
  return [...element.fields.values()].every((field) => textTypeOf(field) !== undefined);
}

/** Returns `T` for `List[T]`, and any other type unchanged. */
export function elementOf(type: ExtractionType): ExtractionType {
  return type.kind === 'list' ? type.element : type;
}

/** The type of the named field of the format, or of its only field if no name is given. */
export function typeOf(format: Format, name: string | undefined): ExtractionType {
  const { fields } = parseExtractionFormat(format);
  return fields.get(name ?? '') ?? fields.values().next().value ?? { kind: 'any' };
}

/** Converts a string to its type. Throws `ExtractionTypeError`. */
export function readAs(text: string | null, type: ExtractionType, place: string): JsonValue {
  if (text === null) return null;
  const converted = convertText(text, type);
  if (converted.kind === 'value') return converted.value;
  throw new ExtractionTypeError(place, converted.type, text);
}

interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Converts the rows to objects: all columns unchanged, or the columns of the type. Throws
 * `TableColumnError`, `ExtractionTypeError`.
 */
export function readRows(
  { headers, rows }: Table,
  type: ExtractionType,
  place: string,
): readonly Readonly<Record<string, JsonValue>>[] {
  const columns =
    type.kind === 'record'
      ? [...type.fields].map(([name, field]) => ({
          name,
          field,
          at: findColumn(headers, name, place),
        }))
      : headers.map((name, at) => ({ name, field: { kind: 'any' } as const, at }));
  return rows.map((row, index) =>
    Object.fromEntries(
      columns.map(({ name, field, at }) => [
        name,
        readAs(row[at] ?? null, field, `${place}[${index}].${name}`),
      ]),
    ),
  );
}

/** Prefers an exact match, then ignores case and white space. */
function findColumn(headers: readonly string[], wanted: string, place: string): number {
  const exact = headers.indexOf(wanted);
  const at = exact === -1 ? headers.findIndex((header) => fold(header) === fold(wanted)) : exact;
  if (at !== -1) return at;
  throw new TableColumnError(place, wanted, headers);
}

function fold(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * Returns the path of a null that its type does not allow: `orders[2].Amount`; undefined if none.
 */
export function findMissing(
  value: JsonValue,
  type: ExtractionType,
  place: string,
): string | undefined {
  if (type.kind === 'optional') return undefined;
  if (value === null) return place;
  if (typeof value !== 'object' || Array.isArray(value) || type.kind !== 'record') return undefined;
  return [...type.fields]
    .map(([name, field]) => {
      const member = Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, JsonValue>>)[name]
        : null;
      return findMissing(member ?? null, field, `${place}.${name}`);
    })
    .find((missing) => missing !== undefined);
}
