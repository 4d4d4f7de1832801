import { isRecord } from '@errand/foundation';

/**
 * Removes the defaults marked `x-errand-implied-default`, in place. Such a default documents what
 * happens when the member is omitted. Omitting it differs from sending the default, so validators
 * must not fill it in.
 */
export function withoutImpliedDefaults<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) schema.forEach((element) => withoutImpliedDefaults(element));
  if (!isRecord(schema)) return schema;
  if (schema['x-errand-implied-default'] === true) delete schema['default'];
  Object.values(schema).forEach((member) => withoutImpliedDefaults(member));
  return schema;
}
