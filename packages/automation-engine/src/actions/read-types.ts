import {
  type ExtractionRecord,
  type ExtractionType,
  parseExtractionFormat,
} from '@errand/expressions';
import { ExtractionFormatError } from '@errand/expressions';
import type { JsonValue } from '@errand/foundation';
import { convertText, textTypeOf } from '../fields/convert-text.ts';
import { ScriptTypeError } from '../capabilities/scripts/script-action-errors.ts';
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

type JsonFields = Readonly<Record<string, JsonValue>>;

/**
 * Converts the fields of a script's result to the types of its format: texts as `readAs` does. A
 * missing field is null; one that the format does not name is kept. Throws `ScriptTypeError`.
 */
export function readFields(value: JsonFields, format: Format): JsonFields {
  return readRecord(value, parseExtractionFormat(format), '');
}

function readRecord(value: JsonFields, { fields }: ExtractionRecord, place: string): JsonFields {
  const declared = [...fields].map(([name, field]) => {
    const member = Object.hasOwn(value, name) ? (value[name] ?? null) : null;
    return [name, readValue(member, field, place === '' ? name : `${place}.${name}`)] as const;
  });
  return { ...value, ...Object.fromEntries(declared) };
}

function readValue(value: JsonValue, type: ExtractionType, place: string): JsonValue {
  if (value === null) return null;
  const plain = type.kind === 'optional' ? type.type : type;
  if (plain.kind === 'optional') return readValue(value, plain, place);
  if (typeof value === 'string' && textTypeOf(plain) !== undefined) {
    return readScriptText(value, type, place);
  }
  if (plain.kind === 'list' && Array.isArray(value)) {
    return value.map((element, index) => readValue(element, plain.element, `${place}[${index}]`));
  }
  if (plain.kind === 'record' && isFields(value)) return readRecord(value, plain, place);
  if (isOfType[plain.kind](value)) return value;
  throw new ScriptTypeError(place, plain.kind === 'record' ? 'object' : plain.kind, value);
}

function readScriptText(text: string, type: ExtractionType, place: string): JsonValue {
  const converted = convertText(text, type);
  if (converted.kind === 'value') return converted.value;
  throw new ScriptTypeError(place, converted.type, text);
}

/** Whether a value that is no text has the type as it is. */
const isOfType: Readonly<Record<ExtractionType['kind'], (value: JsonValue) => boolean>> = {
  any: () => true,
  bool: (value) => typeof value === 'boolean',
  dict: isFields,
  float: (value) => typeof value === 'number',
  int: Number.isInteger,
  list: () => false,
  optional: () => false,
  record: () => false,
  str: () => false,
};

function isFields(value: JsonValue): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
  if (typeof value !== 'object') return undefined;
  if (Array.isArray(value)) {
    if (type.kind !== 'list') return undefined;
    return value
      .map((element: JsonValue, index) => findMissing(element, type.element, `${place}[${index}]`))
      .find((missing) => missing !== undefined);
  }
  if (type.kind !== 'record') return undefined;
  return [...type.fields]
    .map(([name, field]) => {
      const member = Object.hasOwn(value, name)
        ? (value as Readonly<Record<string, JsonValue>>)[name]
        : null;
      return findMissing(member ?? null, field, `${place}.${name}`);
    })
    .find((missing) => missing !== undefined);
}
