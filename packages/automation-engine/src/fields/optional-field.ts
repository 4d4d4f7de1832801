import type { z } from 'zod';

/**
 * A field that may be omitted. `null` counts as omitted, because many clients write it for absent
 * fields.
 */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional();
}
