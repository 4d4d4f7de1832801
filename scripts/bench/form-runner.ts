import { expectedResult } from './form-page.ts';

/** How many of the form's ten steps are timed individually: all but loading the page. */
export const STEPS_AFTER_GOTO = 9;

/** One tool that fills in the form. */
export interface FormRunner {
  readonly name: string;
  /**
   * Runs the whole task in a new browser context. Returns the mean time of the steps after goto, in
   * ms.
   */
  readonly run: (url: string) => Promise<number>;
}

/** Throws if a value is missing: a runner must not be fast because it skipped something. */
export function assertResult(shown: string | null | undefined): void {
  if (shown === expectedResult) return;
  throw new Error(`The form was not filled in: it shows "${shown}", not "${expectedResult}".`);
}
