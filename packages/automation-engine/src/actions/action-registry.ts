import { UnknownActionError } from './action-errors.ts';
import type { Action, ActionGroup } from './define-action.ts';
import { locator } from './extraction/locator.ts';
import { screenshot } from './extraction/screenshot.ts';
import { state } from './extraction/state.ts';
import { check } from './interaction/check.ts';
import { clickElement } from './interaction/click-element.ts';
import { goToUrl } from './interaction/go-to-url.ts';
import { hover } from './interaction/hover.ts';
import { inputText } from './interaction/input-text.ts';
import { selectOption } from './interaction/select-option.ts';
import { uncheck } from './interaction/uncheck.ts';
import { failStateAction } from './node/fail-state-action.ts';
import { sleepAction } from './node/sleep-action.ts';

/** Every action there is, group by group. */
export const actions = [
  check,
  clickElement,
  goToUrl,
  hover,
  inputText,
  selectOption,
  uncheck,

  locator,
  screenshot,
  state,

  failStateAction,
  sleepAction,
] as const satisfies readonly Action[];

/** Throws UnknownActionError with the kinds that the group has. */
export function findAction(group: ActionGroup, kind: string): Action {
  const ofGroup: readonly Action[] = actions.filter((action) => action.group === group);
  const found = ofGroup.find((action) => action.kind === kind);
  if (found) return found;
  const knownKinds = ofGroup.map((action) => action.kind);
  throw new UnknownActionError(group, kind, knownKinds);
}
