import { type Bindings } from '@errand/expressions';
import { type LocatorExpression, parseLocator, xpathLocator } from '@errand/locators';
import type { Target } from '../action-context.ts';
import { AutomationError, ModelUnavailableError, NotImplementedError } from '../errors.ts';

/** The locator of a target with its values bound. Throws if the target can only be found in another way. */
export function resolveTarget(target: Target, bindings: Bindings): LocatorExpression {
  if (!target.skip_command) {
    if (target.command) return parseLocator(target.command, bindings);
    if (target.xpath) return xpathLocator(target.xpath, bindings);
  }
  if (target.coordinates) throw new NotImplementedError('a target by coordinates');
  if (target.keyword) throw new NotImplementedError('a target by keyword');
  const instructions = target.prompt_instructions ?? '';
  const reason = target.skip_command ? 'The step skips its command (skip_command).' : undefined;
  throw new ModelUnavailableError(instructions, reason);
}

const locatorFailures = new Set(['locator_not_found', 'locator_ambiguous', 'not_actionable']);

/** Whether an optional step (`skip_prompt`) counts as skipped after this error: its element is not there to act on. */
export function isSkippable(target: Target, error: unknown): error is Error & { code: string } {
  if (!target.skip_prompt || target.assert_locator_presence) return false;
  if (error instanceof ModelUnavailableError) return true;
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    locatorFailures.has(error.code)
  );
}

/** Says, where a model could have helped, that there is none. */
export function explainLocatorFailure(target: Target, error: unknown): unknown {
  const isLocatorFailure = error instanceof AutomationError && locatorFailures.has(error.code);
  if (!isLocatorFailure || !target.prompt_instructions || target.assert_locator_presence) {
    return error;
  }
  error.message += ' No model is configured that could find the element by prompt_instructions.';
  return error;
}
