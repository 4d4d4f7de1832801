/** The key that a client asks to be sent to the receiver of its task. */
export function callbackKeyOf(ref: string): string {
  return `key-of-${ref}`;
}
