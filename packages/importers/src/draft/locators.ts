import { checkLocator, LocatorSyntaxError } from '@errand/locators';

/** Python supports all of JSON's escapes. */
export const quote = (text: string): string => JSON.stringify(text);

export const css = (selector: string): string => `locator(${quote(selector)})`;

export const xpath = (expression: string): string => `locator(${quote(`xpath=${expression}`)})`;

export function role(name: string, accessibleName?: string): string {
  const named = accessibleName === undefined ? '' : `, name=${quote(accessibleName)}, exact=True`;
  return `get_by_role(${quote(name)}${named})`;
}

/** Quotes an attribute value for CSS. */
export const cssText = (value: string): string =>
  `"${value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\a `)}"`;

/** Returns whether the engine accepts a locator. */
export function isLocator(source: string): boolean {
  try {
    checkLocator(source);
    return true;
  } catch (error) {
    if (error instanceof LocatorSyntaxError) return false;
    throw error;
  }
}
