import { ErrandError } from '@errand/client';

/** Not yet ready, and too many requests: both pass. */
const TEMPORARY = [409, 429];

/** Returns whether the screen can never be shown after this error. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ErrandError && error.status < 500 && !TEMPORARY.includes(error.status);
