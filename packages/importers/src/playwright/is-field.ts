import { parseLocator } from '@errand/locators';
import { isLocator } from '../draft/locators.ts';

const finders = new Set(['get_by_label', 'get_by_placeholder']);
const roles = new Set(['combobox', 'searchbox', 'spinbutton', 'textbox']);
const tags = new Set(['input', 'textarea']);

/** Returns whether a locator says that its element is a field, which has a value and no text. */
export function isField(locator: string): boolean {
  const source = locator.replaceAll(/\{\w+\[\d+\]\}/g, 'value');
  if (!isLocator(source)) return false;
  const asked = parseLocator(source).links.findLast((link) => link.asked)?.asked;
  if (!asked) return false;
  const { step, role = '', tag = '' } = asked;
  return finders.has(step) || roles.has(role) || tags.has(tag);
}
