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

/** Deeper JSON was not recorded, and would exhaust the stack. */
const DEEPEST_JSON = 200;

/** Returns undefined if the text is not JSON, or is nested too deeply. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > DEEPEST_JSON) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns how deeply brackets outside strings are nested. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(/[[{\]}]|"(?:[^"\\]|\\[^])*"?/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

export const isPlain = (value: unknown): value is boolean | number | string =>
  ['boolean', 'number', 'string'].includes(typeof value);

/**
 * Returns a string, number or boolean as a string; anything else is blank. Only this function
 * converts parsed JSON: `String` throws on an object with a member `toString`.
 */
export const asPlain = (value: unknown): string => (isPlain(value) ? String(value) : '');
