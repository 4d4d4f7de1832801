/** The key that a client requests in the callbacks of its task. */
export function callbackKeyOf(ref: string): string {
  return `key-of-${ref}`;
}
