/** Reads members of untrusted JSON: nothing is taken for granted. */
export const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Reads only own members: a file may have one named `constructor`. */
export const member = (value: unknown, name: string): unknown => {
  const object = asObject(value);
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
};

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns a string, number or boolean as a string; anything else is blank. */
export const asPlain = (value: unknown): string =>
  ['boolean', 'number', 'string'].includes(typeof value) ? String(value) : '';
