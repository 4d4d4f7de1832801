import type { z } from 'zod';

/**
 * Describes a field that the original interface lacks, and marks it as an addition in the schema.
 */
export function addition<Schema extends z.ZodType>(schema: Schema, description: string): Schema {
  return schema.describe(`Added by Errand. ${description}`).meta({ 'x-errand-addition': true });
}
