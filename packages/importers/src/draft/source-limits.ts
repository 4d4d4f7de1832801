/** Longer sources were not recorded by a person. */
const MOST_CHARACTERS = 1_000_000;

/** Returns why a source is not read; undefined if it is short enough. */
export function tooLong(text: string): string | undefined {
  if (text.length <= MOST_CHARACTERS) return undefined;
  return `It has ${text.length} characters, but at most ${MOST_CHARACTERS} are read.`;
}
