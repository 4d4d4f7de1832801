/** Longer sources are not recordings of a person. */
const mostCharacters = 1_000_000;

/** Why a source is not read; undefined if it is short enough. */
export function tooLong(text: string): string | undefined {
  if (text.length <= mostCharacters) return undefined;
  return `It has ${text.length} characters, but at most ${mostCharacters} are read.`;
}
