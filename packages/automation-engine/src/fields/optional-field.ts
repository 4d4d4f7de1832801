import type { z } from 'zod';

/** A field that may be left out. `null` says the same, because many clients write absent fields as null. */
export function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .transform((value): z.output<Schema> | undefined => value ?? undefined)
    .optional();
}
