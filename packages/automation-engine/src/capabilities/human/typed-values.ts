/** Shorter values occur in other text by chance. The redactor ignores them too. */
const SHORTEST = 4;

/** The values that a person types, of which only complete ones are secrets. */
export interface TypedValues {
  readonly note: (typed: {
    readonly field: string;
    readonly value: string;
    readonly isComplete: boolean;
  }) => void;
  /** Nothing more is typed: the last values are complete. */
  readonly end: () => void;
}

/**
 * Calls `hide` with the values, not with what each key adds to them: the first characters of a
 * password may be an ordinary word.
 */
export function createTypedValues(hide: (value: string) => void): TypedValues {
  const longest = new Map<string, string>();
  const hideWhole = (value: string): void => {
    if (value.trim().length >= SHORTEST) hide(value);
  };
  return {
    note({ field, value, isComplete }) {
      const before = longest.get(field) ?? '';
      // The person deletes characters, perhaps to correct them.
      if (!isComplete && before.startsWith(value)) return;
      if (!value.startsWith(before)) hideWhole(before);
      longest.set(field, value);
      if (isComplete) hideWhole(value);
    },
    end() {
      for (const value of longest.values()) hideWhole(value);
    },
  };
}
