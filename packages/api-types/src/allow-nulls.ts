import { asRecord, type Json } from './json-document.ts';
import { METHODS } from './methods.ts';

/**
 * Declares, in place, that optional members of request bodies may be null. The server treats a null
 * as left out, which the sources of the document say once, in words. Automations declare their own
 * nulls.
 */
export function allowNulls<Document extends object>(document: Document): Document {
  const seen = new Set<unknown>();
  for (const path of Object.values(asRecord(read(document, ['paths'])))) {
    for (const method of METHODS) {
      const body = read(path, [method, 'requestBody', 'content', 'application/json', 'schema']);
      visit(body, document, seen);
    }
  }
  return document;
}

function visit(schema: unknown, document: object, seen: Set<unknown>): void {
  const target = follow(schema, document);
  const isAutomation = target === read(document, ['components', 'schemas', 'Automation']);
  if (isAutomation || seen.has(target)) return;
  seen.add(target);
  const { oneOf = [], anyOf = [], items = [], properties, required } = target;
  for (const part of [oneOf, anyOf, items].flat()) visit(part, document, seen);
  for (const [name, property] of Object.entries(asRecord(properties))) {
    visit(property, document, seen);
    const isOptional = ![required].flat().includes(name);
    if (isOptional && !takesNull(property, document)) {
      asRecord(properties)[name] = orNull(asRecord(property));
    }
  }
}

function takesNull(schema: unknown, document: object): boolean {
  const { type, oneOf, anyOf } = follow(schema, document);
  const branches = [oneOf ?? anyOf ?? []].flat();
  return [type].flat().includes('null') || branches.some((branch) => takesNull(branch, document));
}

function orNull({ $ref: reference, ...schema }: Json): Json {
  const { type, oneOf, enum: values } = schema;
  if (reference !== undefined) return { ...schema, oneOf: [{ $ref: reference }, { type: 'null' }] };
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...oneOf, { type: 'null' }] };
  const choices = Array.isArray(values) ? { enum: [...values, null] } : {};
  return { ...schema, type: [type, 'null'].flat(), ...choices };
}

/** Returns the schema at the end of a chain of references. */
function follow(schema: unknown, document: object): Json {
  const { $ref: reference } = asRecord(schema);
  if (typeof reference !== 'string') return asRecord(schema);
  return follow(read(document, reference.split('/').slice(1)), document);
}

function read(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((parent, name) => asRecord(parent)[name], value);
}
