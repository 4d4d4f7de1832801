import { allowsType, type JsonSchema } from '../json-schema.ts';

/**
 * Returns whether the schema lists every property an answer may have, as strict modes of providers
 * require.
 */
export function isClosedSchema(schema: JsonSchema): boolean {
  const { type, properties, items, required = [], additionalProperties } = schema;
  if (type === undefined && schema.enum === undefined) return false;
  if (allowsType(schema, 'array') && (!items || !isClosedSchema(items))) return false;
  if (!allowsType(schema, 'object')) return true;
  if (!properties || additionalProperties !== false) return false;
  return Object.entries(properties).every(
    ([name, member]) => required.includes(name) && isClosedSchema(member),
  );
}
