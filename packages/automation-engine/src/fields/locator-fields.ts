import { blankableText, requiredText } from './text-fields.ts';

/** A locator expression that must be there: `get_by_role("link", name="{order_id[0]}")`. */
export function locatorText() {
  return requiredText();
}

/** A locator expression that counts as not given when it is blank. */
export function optionalLocatorText() {
  return blankableText();
}
