import { OperationError } from './operation-error.ts';

/** Counts the work of one evaluation, so that no expression can block a run. */
export interface Budget {
  /** Call this before the work. One unit is one step, one list element, or eight characters. */
  readonly spend: (units: number) => void;
  readonly spendOnText: (characters: number) => void;
}

const MOST_UNITS = 1_000_000;
const CHARACTERS_PER_UNIT = 8;

export function createBudget(): Budget {
  let left = MOST_UNITS;
  const spend = (units: number) => {
    left -= units;
    if (left < 0)
      throw new OperationError(
        'This takes more work than an expression may do: take a smaller part, such as text[:1000], or extract less.',
      );
  };
  return { spend, spendOnText: (characters) => spend(characters / CHARACTERS_PER_UNIT) };
}
