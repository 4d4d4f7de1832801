const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL refuses to compare a UUID column with text that is not a UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
