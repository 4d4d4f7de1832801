/** The code of a system error such as EADDRINUSE; it may come from another realm, so no `instanceof`. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
