const MAX_TEXT_LENGTH = 2_000;

/**
 * Returns a field of a query string or body as trimmed text, at most 2,000 characters; empty when
 * missing.
 */
export function readText(fields: unknown, name: string): string {
  const value = readField(fields, name);
  return typeof value === 'string' ? value.trim().slice(0, MAX_TEXT_LENGTH) : '';
}

/** Returns all values of a field that may occur several times. */
export function readTexts(fields: unknown, name: string): readonly string[] {
  const value = readField(fields, name);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((text) => typeof text === 'string' && text !== '').map(String);
}

/** Returns a whole number within bounds; the fallback when it is missing or not a number. */
export function readInteger(
  fields: unknown,
  name: string,
  bounds: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = readText(fields, name);
  if (!/^-?\d{1,9}$/.test(text)) return bounds.fallback;
  return Math.min(bounds.max, Math.max(bounds.min, Number(text)));
}

function readField(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined;
  return Object.getOwnPropertyDescriptor(fields, name)?.value;
}
