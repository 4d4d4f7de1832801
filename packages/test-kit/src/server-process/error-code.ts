/**
 * Returns the code of a system error such as EADDRINUSE. The error may come from another realm, so
 * `instanceof` does not work.
 */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
