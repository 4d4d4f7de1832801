import { z } from 'zod';

const violation = z.object({
  code: z.enum(['23503', '23505']),
  constraint: z.string(),
});

/**
 * Returns the name of the unique index or foreign key that a statement violated; undefined for any
 * other error.
 */
export function findBrokenConstraint(error: unknown): string | undefined {
  return violation.safeParse(error).data?.constraint;
}
