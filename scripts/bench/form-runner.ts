import { expectedResult } from './form-page.ts';

/** Of the ten steps of the form, those that are timed one by one: all but the loading of the page. */
export const stepsAfterGoto = 9;

/** One tool that fills in the form. */
export interface FormRunner {
  readonly name: string;
  /** Does the whole task in a browser context of its own; answers the mean time of the steps after goto, in ms. */
  readonly run: (url: string) => Promise<number>;
}

/** A runner that is fast because it left something out must not win. */
export function assertResult(shown: string | null | undefined): void {
  if (shown === expectedResult) return;
  throw new Error(`The form was not filled in: it shows "${shown}", not "${expectedResult}".`);
}
