import { controlOf, describeElement } from './element-facts.ts';
import { type Needs, nextFrame, type Readiness, waitUntilReady } from './wait-until-ready.ts';

export type CheckReadiness = Readiness | { readonly state: 'as-wanted' };

/** Returns undefined for an element that cannot be checked. */
export function checkedState(element: Element): boolean | 'mixed' | undefined {
  const control = controlOf(element);
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    return control.indeterminate ? 'mixed' : control.checked;
  }
  const roles = 'checkbox radio switch menuitemcheckbox menuitemradio option treeitem'.split(' ');
  if (!roles.includes(control.getAttribute('role') ?? '')) return undefined;
  const state = control.getAttribute('aria-checked');
  return state === 'mixed' ? 'mixed' : state === 'true';
}

/** Returns `as-wanted` when there is nothing to do; otherwise waits until it can be clicked. */
export async function checkReadiness(
  element: Element,
  isChecked: boolean,
  needs: Needs,
): Promise<CheckReadiness> {
  const state = checkedState(element);
  const control = controlOf(element);
  if (state === undefined) {
    const problem = `is ${describeElement(control)}, which cannot be checked: only checkboxes, radio buttons and switches can`;
    return { state: 'refused', problem };
  }
  if (state === isChecked) return { state: 'as-wanted' };
  if (control instanceof HTMLInputElement && control.type === 'radio' && !isChecked) {
    const problem = 'is a radio button, which cannot be unchecked: check another one of its group';
    return { state: 'refused', problem };
  }
  return waitUntilReady(element, needs);
}

/**
 * Whether the element reaches the state in time. The state of a replaced element is unknown and
 * counts as reached.
 */
export async function waitForChecked(
  element: Element,
  isChecked: boolean,
  timeoutMs: number,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (element.isConnected && checkedState(element) !== isChecked) {
    if (performance.now() >= end) return false;
    await nextFrame();
  }
  return true;
}
