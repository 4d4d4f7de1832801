/** The key that a client wants in the callbacks of its task. */
export function callbackKeyOf(ref: string): string {
  return `key-of-${ref}`;
}
