/** Why a step whose options are found by a pattern is not exported. */
export const OPTION_PATTERN =
  'It finds an option by a pattern: specify the text or the value of the option.';

/** Returns whether Errand reads the text of an option as a pattern. */
export function isOptionPattern(text: string): boolean {
  if (/^(?:label|value)=/.test(text)) return false;
  if (!text.startsWith('^') && !text.endsWith('$') && !text.includes('.*')) return false;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
