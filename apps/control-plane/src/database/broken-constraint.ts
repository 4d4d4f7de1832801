import { z } from 'zod';

const violation = z.object({
  code: z.enum(['23503', '23505']),
  constraint: z.string(),
});

/** Name of the unique index or foreign key that a statement was refused for; undefined for any other error. */
export function findBrokenConstraint(error: unknown): string | undefined {
  return violation.safeParse(error).data?.constraint;
}
