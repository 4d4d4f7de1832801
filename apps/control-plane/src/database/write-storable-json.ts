/**
 * Escapes in JSON; JSON.stringify escapes every lone surrogate. The last branch consumes other
 * escapes whole, above all `\\`.
 */
const ESCAPES = /\\u(?:0000|d[89a-f][0-9a-f]{2})|\\./g;
const UNSTORABLE = /^\\u(?:0000|d)/;

/**
 * Writes JSON that PostgreSQL can store: U+0000 and lone surrogates become U+FFFD in values and
 * names. For data read from pages, where an error would lose the work of a whole attempt.
 */
export function writeStorableJson(value: object): string {
  return JSON.stringify(value).replace(ESCAPES, (escape) =>
    UNSTORABLE.test(escape) ? '\uFFFD' : escape,
  );
}
