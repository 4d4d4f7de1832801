import type { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Part = JsonSchema | boolean;

/** Writes a schema that zod has made the way people write them, with the same meaning. */
export function tidyJsonSchema(schema: JsonSchema): JsonSchema {
  const { description, $schema: _, $id: __, propertyNames: ___, ...rest } = schema;
  const tidied = withoutUselessKeywords(withNullAsType({ ...rest, ...tidyParts(rest) }));
  return { ...(description !== undefined && { description }), ...tidied };
}

function tidyParts(schema: JsonSchema): JsonSchema {
  const { properties, items, prefixItems, anyOf, oneOf, additionalProperties: others } = schema;
  const parts: JsonSchema = {};
  if (properties) parts.properties = tidyProperties(properties);
  if (items !== undefined && !Array.isArray(items)) parts.items = tidyPart(items);
  if (prefixItems) parts.prefixItems = prefixItems.map((part) => tidyPart(part));
  if (anyOf) parts.anyOf = anyOf.map((part) => tidyPart(part));
  if (oneOf) parts.oneOf = oneOf.map((part) => tidyPart(part));
  if (others !== undefined) parts.additionalProperties = isEmpty(others) || tidyPart(others);
  return parts;
}

function tidyProperties(properties: Record<string, Part>): Record<string, Part> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, tidyPart(property)]),
  );
}

function tidyPart<Schema extends Part>(schema: Schema): Schema;
function tidyPart(schema: Part): Part {
  return typeof schema === 'boolean' ? schema : tidyJsonSchema(schema);
}

function isEmpty(schema: Part): boolean {
  return typeof schema === 'object' && Object.keys(schema).length === 0;
}

/** `anyOf: [X, null]` as `type: [X, null]`; nested `anyOf` flat. A reference stays as it is. */
function withNullAsType(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  const [first, last] = anyOf ?? [];
  if (anyOf?.length !== 2 || !isSchema(first) || !isSchema(last) || last.type !== 'null') {
    return schema;
  }
  if (first.anyOf) return { ...rest, anyOf: [...first.anyOf, last] };
  if (typeof first.type !== 'string') return schema;
  const choices = first.enum && { enum: [...first.enum, null] };
  // Not a type of zod's: it never writes two types into one schema.
  const type = [first.type, 'null'] as unknown as NonNullable<JsonSchema['type']>;
  return { ...rest, ...first, type, ...choices };
}

function isSchema(part: Part | undefined): part is JsonSchema {
  return typeof part === 'object';
}

/** Leaves out limits that every number keeps, and `type` where `parseAutomation` does not insist on it. */
function withoutUselessKeywords(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, required, ...rest } = schema;
  const kept = required?.filter((field) => field !== 'type' || !isNode(schema)) ?? [];
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(kept.length > 0 && { required: kept }),
  };
}

/** Private nodes are the only ones that nothing but their type tells apart. */
function isNode({ properties }: JsonSchema): boolean {
  const type = properties?.['type'];
  if (!isSchema(type)) return false;
  return typeof type.const === 'string' && /^(?!private).*_node$/.test(type.const);
}
