import { type Bindings, bindText, parseTemplate } from '@errand/expressions';
import { type LocatorExpression, parseLocator, xpathLocator } from '@errand/locators';
import type { Point } from '../acting/in-page/hit-test.ts';
import type { Target } from '../action-context.ts';
import {
  AutomationError,
  InvalidCoordinateError,
  ModelUnavailableError,
  NotImplementedError,
} from '../errors.ts';

/** How the element of a target is found. */
export type TargetMeans =
  | { readonly kind: 'locator'; readonly expression: LocatorExpression }
  | { readonly kind: 'point'; readonly point: Point }
  /** The visible text, where it stands nearest to the point; `source` is for messages. */
  | {
      readonly kind: 'keyword';
      readonly keyword: string;
      readonly near: Point | undefined;
      readonly source: string;
    };

/**
 * The one means that counts, with its values bound: command or xpath (unless skip_command), else keyword, else
 * coordinates alone. A means that fails is not followed by the next. Throws if only a model could find the target.
 */
export function resolveTarget(target: Target, bindings: Bindings): TargetMeans {
  refuseVisionFields(target);
  const { command, xpath, coordinates, keyword, skip_command: isCommandSkipped } = target;
  if (!isCommandSkipped) {
    if (command) return { kind: 'locator', expression: parseLocator(command, bindings) };
    if (xpath) return { kind: 'locator', expression: xpathLocator(xpath, bindings) };
  }
  const point = coordinates ? bindPoint(coordinates, bindings) : undefined;
  if (keyword && keyword.trim() !== '') {
    const bound = bindText(parseTemplate(keyword), bindings);
    return { kind: 'keyword', keyword: bound, near: point, source: keyword };
  }
  if (point) return { kind: 'point', point };
  const instructions = target.prompt_instructions ?? '';
  const reason = isCommandSkipped ? 'The step skips its command (skip_command).' : undefined;
  throw new ModelUnavailableError(instructions, reason);
}

function refuseVisionFields(target: Target): void {
  if (target.recording_screenshot) {
    throw new NotImplementedError('recording_screenshot, which needs a model that sees,');
  }
  if (target.bounding_box_variables) {
    throw new NotImplementedError('bounding_box_variables, which needs text recognition,');
  }
}

function bindPoint(coordinates: readonly unknown[], bindings: Bindings): Point {
  const [x = Number.NaN, y = Number.NaN] = coordinates.map((coordinate) => {
    const source = String(coordinate);
    const bound = bindText(parseTemplate(source), bindings);
    const isNumber = /^\s*-?\d{1,9}(?:\.\d+)?\s*$/.test(bound);
    if (!isNumber) throw new InvalidCoordinateError(source);
    return Number(bound);
  });
  return { x, y };
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
