// Finds the options that a text refers to. Pure functions; they run inside the page like the
// others.

export interface OptionText {
  readonly value: string;
  readonly label: string;
}

/** A text as an author wrote it, or one option of the list. */
export type WantedOption = string | OptionText;

export interface OptionMatch {
  /** Positions in the list, in ascending order. */
  readonly positions: readonly number[];
  /**
   * `folded`: equal except for case and white space; an exactly equal option may still be loading.
   */
  readonly by: 'equality' | 'pattern' | 'folded';
}

/**
 * Returns the options that are equal to the text by value or label; or those that match it as a
 * pattern, if it is written as one; or those that are equal except for case and white space.
 * Never one that is only similar.
 */
export function matchOptions(options: readonly OptionText[], wanted: WantedOption): OptionMatch {
  const equal = positionsOf(options, equalTest(options, wanted));
  if (equal.length > 0 || typeof wanted !== 'string') return { positions: equal, by: 'equality' };
  const pattern = toPattern(wanted);
  if (pattern) {
    const positions = positionsOf(options, (text) => pattern.test(text));
    if (positions.length > 0) return { positions, by: 'pattern' };
  }
  const folded = foldOption(wanted);
  return { positions: positionsOf(options, (text) => foldOption(text) === folded), by: 'folded' };
}

/**
 * Returns the equality test. The prefixes `value=` and `label=` choose which one to compare, unless
 * an option has exactly that text.
 */
function equalTest(
  options: readonly OptionText[],
  wanted: WantedOption,
): (text: string, property: keyof OptionText, option: OptionText) => boolean {
  if (typeof wanted !== 'string') {
    return (_text, _property, { value, label }) => value === wanted.value && label === wanted.label;
  }
  const isThere = options.some(({ value, label }) => value === wanted || label.trim() === wanted);
  const named = isThere ? null : /^(?<name>value|label)=(?<rest>[^]*)$/.exec(wanted);
  const { name, rest } = named?.groups ?? {};
  return (text, property) =>
    name === undefined ? text === wanted : property === name && text === rest;
}

function positionsOf(
  options: readonly OptionText[],
  test: (text: string, property: keyof OptionText, option: OptionText) => boolean,
): number[] {
  return options.flatMap((option, position) => {
    const { value, label } = option;
    const isMatch =
      test(value, 'value', option) ||
      test(label, 'label', option) ||
      test(label.trim(), 'label', option);
    return isMatch ? [position] : [];
  });
}

/**
 * Returns undefined if the text is literal, or is not a valid pattern, such as the label `Price (in
 * $`.
 */
function toPattern(text: string): RegExp | undefined {
  if (!text.startsWith('^') && !text.endsWith('$') && !text.includes('.*')) return undefined;
  try {
    return new RegExp(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function foldOption(text: string): string {
  return text.normalize().toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
