import { checkLocator, LocatorSyntaxError } from '@errand/locators';
import type { z } from 'zod';
import { blankableText, requiredText } from './text-fields.ts';

/** A required locator expression: `get_by_role("link", name="{order_id[0]}")`. */
export function locatorText() {
  return requiredText().superRefine(checkSyntax);
}

/** An optional locator expression; a blank one counts as not given. */
export function optionalLocatorText() {
  return blankableText().superRefine(checkSyntax);
}

function checkSyntax(locator: string | undefined, context: z.core.$RefinementCtx): void {
  if (locator === undefined || locator.trim() === '') return;
  try {
    checkLocator(locator);
  } catch (error) {
    if (!(error instanceof LocatorSyntaxError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}
