import { z } from 'zod';

const LOCK_NOT_AVAILABLE = z.object({ code: z.literal('55P03') });

/** Whether PostgreSQL ended a statement because it waited too long for a lock. */
export function isLockedTooLong(error: unknown): boolean {
  return LOCK_NOT_AVAILABLE.safeParse(error).success;
}
