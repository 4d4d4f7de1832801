import { type Bindings, bindText, parseTemplate } from '@errand/expressions';
import { type LocatorExpression, parseLocator, xpathLocator } from '@errand/locators';
import type { Point } from '../acting/in-page/hit-test.ts';
import type { Target } from '../action-context.ts';
import {
  type AutomationError,
  InvalidCoordinateError,
  ModelUnavailableError,
  NoEffectError,
  NotImplementedError,
} from '../errors.ts';
import type { TriedMeans } from '../step-record.ts';

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
 * The one means of its own that counts, with its values bound: command or xpath (unless skip_command), else keyword,
 * else coordinates alone. A means that fails is not followed by the next of these. Undefined if only a model could
 * find the target.
 */
export function resolveTarget(target: Target, bindings: Bindings): TargetMeans | undefined {
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
  return point && { kind: 'point', point };
}

/** What to call a means in the record of a step. */
export function meansKind(target: Target, means: TargetMeans): TriedMeans['kind'] {
  if (means.kind === 'keyword') return 'keyword';
  if (means.kind === 'point') return 'coordinates';
  return target.command ? 'command' : 'xpath';
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

/** Whether the target could not be acted on, so that another element may be the right one. */
export function isLocatorFailure(error: unknown): error is AutomationError {
  if (!Error.isError(error) || error instanceof NoEffectError) return false;
  return 'code' in error && typeof error.code === 'string' && locatorFailures.has(error.code);
}

/** Whether an optional step (`skip_prompt`) counts as skipped when its element is not there to act on. */
export function isOptional(target: Target): boolean {
  return target.skip_prompt === true && target.assert_locator_presence !== true;
}

/** There is nothing but a description of the element, and nobody to understand it. */
export function explainMissingModel(target: Target): ModelUnavailableError {
  const reason = target.skip_command ? 'The step skips its command (skip_command).' : undefined;
  return new ModelUnavailableError(target.prompt_instructions ?? '', reason);
}
