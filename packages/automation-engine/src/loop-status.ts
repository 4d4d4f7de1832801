import type { JsonValue } from '@errand/expressions';

/** How one iteration of a loop ended, with its wire names. */
export interface LoopIteration {
  /** The list as the loop names it, or the text of its locator. */
  readonly variable_name: string;
  readonly index: number;
  readonly value: JsonValue;
  readonly status: 'success' | 'error' | 'skipped';
  /** What went wrong, when the status is `error`. */
  readonly error?: string;
}
