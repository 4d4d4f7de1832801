import { z } from 'zod';

const MARK = 'x-errand-implied-default';

/**
 * Shows a default in the schema that parsing does not fill in, because it depends on other fields
 * or on the worker. Validators of the API documents ignore it.
 */
export function impliedDefault<Schema extends z.ZodType>(
  schema: Schema,
  value: string | number,
): Schema {
  return schema.meta({ ...schema.meta(), default: value, [MARK]: true });
}

/** The default that `impliedDefault` set, if any. */
export function impliedDefaultOf(schema: z.core.$ZodType): z.core.util.JSONType | undefined {
  const { [MARK]: isImplied, default: value } = z.globalRegistry.get(schema) ?? {};
  return isImplied === true ? (value as z.core.util.JSONType) : undefined;
}
