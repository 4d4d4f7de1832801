/** In JSON, where a lone surrogate is always escaped. The last branch takes other escapes whole, `\\` above all. */
const ESCAPES = /\\u(?:0000|d[89a-f][0-9a-f]{2})|\\./g;
const UNSTORABLE = /^\\u(?:0000|d)/;

/**
 * JSON that PostgreSQL stores whatever text is in it: U+0000 and lone surrogates, in values and names, become U+FFFD.
 * For what was read from pages, where refusing would lose the work of a whole attempt.
 */
export function writeStorableJson(value: object): string {
  return JSON.stringify(value).replace(ESCAPES, (escape) =>
    UNSTORABLE.test(escape) ? '\uFFFD' : escape,
  );
}
