import { type Bindings, bindText, parseTemplate } from '@errand/expressions';
import { type LocatorExpression, parseLocator, xpathLocator } from '@errand/locators';
import type { Point } from './point.ts';
import type { Target } from './target.ts';
import { type AutomationError, ModelUnavailableError, NoEffectError } from '../errors.ts';
import { InvalidCoordinateError } from './target-errors.ts';
import { bindBox } from './bind-box.ts';
import type { Box } from './box.ts';
import type { TriedMeans } from '../reports/step-record.ts';

/** How to find the element of a target. */
export type TargetMeans =
  | { readonly kind: 'locator'; readonly expression: LocatorExpression }
  /** `recording`: address of a recorded screenshot of the point's surroundings. */
  | { readonly kind: 'point'; readonly point: Point; readonly recording: string | undefined }
  /** The visible text nearest to the point; `source` is for messages. */
  | {
      readonly kind: 'keyword';
      readonly keyword: string;
      readonly near: Point | undefined;
      /** The only part that is searched. Undefined: all of it. */
      readonly within: Box | undefined;
      readonly source: string;
    };

/**
 * Returns the one means that counts among the target's own, with its values bound. On a page:
 * command or xpath (unless skip_command), then keyword, then coordinates alone. On a screen,
 * keyword or coordinates come before command and xpath. A means that fails does not fall back to
 * the next. Undefined if only a model could find the target.
 */
export function resolveTarget(
  target: Target,
  bindings: Bindings,
  { isOnScreen }: { readonly isOnScreen: boolean },
): TargetMeans | undefined {
  if (isOnScreen) return resolvePlace(target, bindings) ?? resolveLocator(target, bindings);
  return resolveLocator(target, bindings) ?? resolvePlace(target, bindings);
}

function resolveLocator(
  { command, xpath, skip_command: isSkipped }: Target,
  bindings: Bindings,
): TargetMeans | undefined {
  if (isSkipped) return undefined;
  if (command) return { kind: 'locator', expression: parseLocator(command, bindings) };
  return xpath ? { kind: 'locator', expression: xpathLocator(xpath, bindings) } : undefined;
}

function resolvePlace(target: Target, bindings: Bindings): TargetMeans | undefined {
  const { coordinates, keyword, recording_screenshot: recording } = target;
  const point = coordinates ? bindPoint(coordinates, bindings) : undefined;
  if (!keyword || keyword.trim() === '') {
    return point && { kind: 'point', point, recording: recording ?? undefined };
  }
  const bound = bindText(parseTemplate(keyword), bindings);
  const place = { kind: 'keyword', keyword: bound, source: keyword } as const;
  // An earlier step did not find the point, so it may be anywhere.
  if (point && isNowhere(point)) return { ...place, near: undefined, within: undefined };
  return { ...place, near: point, within: bindBox(target.bounding_box_variables, bindings) };
}

/** What `ocr_coordinates` and `vision` return for something that they did not find. */
export function isNowhere({ x, y }: Point): boolean {
  return x === -1 && y === -1;
}

/** Name of a means in the record of a step. */
export function meansKind(target: Target, means: TargetMeans): TriedMeans['kind'] {
  if (means.kind === 'keyword') return 'keyword';
  if (means.kind === 'point') return 'coordinates';
  return target.command ? 'command' : 'xpath';
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

const locatorFailures = new Set([
  'keyword_not_found',
  'locator_ambiguous',
  'locator_not_found',
  'not_actionable',
  'screen_differs',
]);

/** Whether the target could not be acted on, so that another element may be the right one. */
export function isLocatorFailure(error: unknown): error is AutomationError {
  if (!Error.isError(error) || error instanceof NoEffectError) return false;
  return 'code' in error && typeof error.code === 'string' && locatorFailures.has(error.code);
}

/** Whether the step is optional (`skip_prompt`): skipped when its element is missing. */
export function isOptional(target: Target): boolean {
  return target.skip_prompt === true && target.assert_locator_presence !== true;
}

/** The target is only described in words, and no model is available to interpret them. */
export function explainMissingModel(target: Target): ModelUnavailableError {
  const reason = target.skip_command ? 'The step skips its command (skip_command).' : undefined;
  return new ModelUnavailableError(target.prompt_instructions ?? '', reason);
}
