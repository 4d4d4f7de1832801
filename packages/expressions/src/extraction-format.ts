import { isRecord } from '@errand/foundation';
import { ExtractionFormatError } from './expression-errors.ts';

/** Type of an extracted value. Any field may be missing and is then null. */
export type ExtractionType =
  | { readonly kind: 'str' | 'int' | 'float' | 'bool' | 'any' | 'dict' }
  | { readonly kind: 'list'; readonly element: ExtractionType }
  | { readonly kind: 'optional'; readonly type: ExtractionType }
  | ExtractionRecord;

export interface ExtractionRecord {
  readonly kind: 'record';
  /** By name, in the order of the format; names may contain spaces. */
  readonly fields: ReadonlyMap<string, ExtractionType>;
}

type Path = readonly (string | number)[];

const MAXIMUM_DEPTH = 32;

const scalars: ReadonlyMap<string, ExtractionType> = new Map([
  ['str', { kind: 'str' }],
  ['int', { kind: 'int' }],
  ['float', { kind: 'float' }],
  ['bool', { kind: 'bool' }],
  ['Any', { kind: 'any' }],
  ['dict', { kind: 'dict' }],
]);

/**
 * Parses an `extraction_format` (or `output_format`). Throws `ExtractionFormatError` with the path
 * of the bad field.
 */
export function parseExtractionFormat(format: unknown): ExtractionRecord {
  if (!isRecord(format)) {
    throw new ExtractionFormatError(`The format is ${describe(format)}, not an object.`, []);
  }
  return parseRecord(format, []);
}

function parseRecord(format: Readonly<Record<string, unknown>>, path: Path): ExtractionRecord {
  const entries = Object.entries(format);
  const fields = entries.map(
    ([name, descriptor]) => [name, parseDescriptor(descriptor, [...path, name])] as const,
  );
  return { kind: 'record', fields: new Map(fields) };
}

function parseDescriptor(descriptor: unknown, path: Path): ExtractionType {
  if (path.length > MAXIMUM_DEPTH) {
    throw new ExtractionFormatError(
      `The format is nested more than ${MAXIMUM_DEPTH} levels deep.`,
      path,
    );
  }
  if (typeof descriptor === 'string') return parseTypeText(descriptor, path);
  if (Array.isArray(descriptor)) return parseList(descriptor, path);
  if (isRecord(descriptor)) return parseRecord(descriptor, path);
  throw new ExtractionFormatError(
    `${location(path)} is ${describe(descriptor)}, not a type.`,
    path,
  );
}

function parseList(descriptors: readonly unknown[], path: Path): ExtractionType {
  if (descriptors.length !== 1) {
    throw new ExtractionFormatError(
      `${location(path)} is a list of ${descriptors.length} types.`,
      path,
    );
  }
  return { kind: 'list', element: parseDescriptor(descriptors[0], [...path, 0]) };
}

function parseTypeText(text: string, path: Path): ExtractionType {
  const reader = { tokens: text.match(/\w+|[^\s\w]/g) ?? [], position: 0, text, path };
  const type = readType(reader, 0);
  if (reader.position < reader.tokens.length) throw unknownType(reader);
  return type;
}

interface TypeReader {
  readonly tokens: readonly string[];
  position: number;
  readonly text: string;
  readonly path: Path;
}

/** Parses `T`, `T | None` or `None | T`. */
function readType(reader: TypeReader, depth: number): ExtractionType {
  if (depth > MAXIMUM_DEPTH) throw unknownType(reader);
  const types: ExtractionType[] = [];
  let isOptional = false;
  do {
    if (accept(reader, 'None')) isOptional = true;
    else types.push(readSingleType(reader, depth));
  } while (accept(reader, '|'));
  const [type] = types;
  if (!type || types.length > 1) throw unknownType(reader);
  return isOptional ? { kind: 'optional', type } : type;
}

function readSingleType(reader: TypeReader, depth: number): ExtractionType {
  const token = reader.tokens[reader.position] ?? '';
  reader.position += 1;
  const scalar = scalars.get(token);
  if (scalar) return scalar;
  if (!['List', 'list', 'Optional'].includes(token)) throw unknownType(reader);
  if (!accept(reader, '[')) throw unknownType(reader);
  const type = readType(reader, depth + 1);
  if (!accept(reader, ']')) throw unknownType(reader);
  return token === 'Optional' ? { kind: 'optional', type } : { kind: 'list', element: type };
}

function accept(reader: TypeReader, token: string): boolean {
  if (reader.tokens[reader.position] !== token) return false;
  reader.position += 1;
  return true;
}

function unknownType({ text, path }: TypeReader): ExtractionFormatError {
  return new ExtractionFormatError(
    `${location(path)} is ${JSON.stringify(text)}, not a type.`,
    path,
  );
}

function location(path: Path): string {
  return `Field ${path.map((key) => JSON.stringify(key)).join(' > ')}`;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}
