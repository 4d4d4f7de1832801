/**
 * Returns the code of a system or S3 error. The error may come from another realm, so `instanceof`
 * does not work.
 */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
