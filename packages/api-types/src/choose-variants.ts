import { isRecord } from '@errand/foundation';

/**
 * Turns each `oneOf` of two variants marked `x-errand-second-if: SCHEMA` into `if/then/else`, in
 * place.
 *
 * Both forms accept the same values, but a validator then reports errors of one variant only, the
 * one that the client meant, and applies its defaults. Readers and code generators see the plain
 * `oneOf` of the document.
 */
export function chooseVariantsByProperty<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) schema.forEach((element) => chooseVariantsByProperty(element));
  if (!isRecord(schema)) return schema;
  Object.values(schema).forEach((member) => chooseVariantsByProperty(member));

  const { 'x-errand-second-if': condition, oneOf } = schema;
  if (!isRecord(condition) || !Array.isArray(oneOf)) return schema;
  const [otherwise, chosen] = oneOf;
  delete schema['oneOf'];
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema, and not a function
  Object.assign(schema, { if: condition, then: chosen, else: otherwise });
  return schema;
}
