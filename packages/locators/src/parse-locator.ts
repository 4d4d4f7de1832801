import { type Bindings, createBindings, parseTemplate } from '@errand/expressions';
import { suggestLocator } from './foreign/suggest-locator.ts';
import { bindValues } from './grammar/binding-context.ts';
import { buildExpression } from './grammar/build-expression.ts';
import { checkRoles, mendRoles } from './grammar/check-roles.ts';
import { readSelectorText } from './grammar/read-asked.ts';
import { LocatorSyntaxError } from './locator-errors.ts';
import type { LocatorExpression } from './locator-expression.ts';
import { parseCommand } from './python/parse-command.ts';
import { toSelectorText, SelectorError } from './selectors/place-values.ts';
import { enginePart } from './selectors/selector-part.ts';
import { placeInXpath } from './selectors/xpath-places.ts';

/**
 * Parses a locator in Playwright's Python syntax and binds its placeholders as values. Throws
 * `LocatorSyntaxError` for anything outside the grammar, `UnresolvedPlaceholderError` for a missing
 * value.
 */
export function parseLocator(source: string, bindings: Bindings = noBindings): LocatorExpression {
  return buildExpression(parseCommand(source), { source, bindings, depth: 0 });
}

/**
 * Checks a locator before its placeholders have values. Throws `LocatorSyntaxError`, with a
 * suggestion where possible.
 */
export function checkLocator(source: string): void {
  try {
    checkGrammar(source);
  } catch (error) {
    if (!(error instanceof LocatorSyntaxError)) throw error;
    const { problem, position } = error;
    const suggestion = [mendRoles(source), suggestLocator(source)].find(isLocator);
    throw new LocatorSyntaxError(problem, { source, position, suggestion }, { cause: error });
  }
}

function checkGrammar(source: string): void {
  const chain = parseCommand(source);
  const context = { source, bindings: undefined, depth: 0 };
  buildExpression(chain, context);
  checkRoles(chain, context);
}

function isLocator(source: string | undefined): boolean {
  if (source === undefined) return false;
  try {
    checkGrammar(source);
    return true;
  } catch (error) {
    if (error instanceof LocatorSyntaxError) return false;
    throw error;
  }
}

/** Creates a locator from an XPath. Values are escaped for their context. */
export function xpathLocator(xpath: string, bindings: Bindings = noBindings): LocatorExpression {
  const source = xpath.trim();
  if (source === '') throw new LocatorSyntaxError('It is blank.', { source, position: 0 });
  const template = parseTemplate(source.replace(/^xpath\s*=\s*/, ''));
  const values = bindValues(template, { source, bindings, depth: 0 });
  try {
    const body = placeInXpath(toSelectorText(template, values));
    const target = [enginePart('xpath', body)];
    const asked = { ...readSelectorText(body.replace(/^(?![/(.])/, '//')), step: 'xpath' };
    return { source, frames: [], target, links: [{ text: body, frames: [], target, asked }] };
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    const problem = `This XPath cannot be used: ${error.message}.`;
    throw new LocatorSyntaxError(problem, { source, position: 0 }, { cause: error });
  }
}

const noBindings = createBindings({ inputParameters: {}, generatedVariables: {} });
