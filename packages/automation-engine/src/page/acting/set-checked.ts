import { NoEffectError } from '../../errors.ts';
import { type ActingElement, adaptNeeds, onElement, toPinnedPoint } from './acting-element.ts';
import { callOn } from '../browser/call-in-page.ts';
import { clickNeeds, clickReady } from './pointing.ts';

/** Time after the click: frameworks draw the new state slightly later. */
const CHECKED_WITHIN_MS = 2000;

/** Clicks a checkbox, radio button or switch unless it is already in the requested state. */
export async function setChecked(element: ActingElement, isChecked: boolean): Promise<void> {
  const readiness = await onElement(element, async (handle, timeoutMs) => {
    const needs = { ...adaptNeeds(element, clickNeeds), timeoutMs };
    const ready = await callOn(handle, 'checkReadiness', isChecked, needs);
    if (ready.state !== 'ready') return ready;
    const point = await toPinnedPoint(element, handle, ready.point);
    if (typeof point === 'string') return { state: 'blocked', problem: point } as const;
    return clickReady({ ...element, handle }, point);
  });
  if (readiness.state === 'as-wanted') return;
  const result = await onElement(element, async (handle, timeoutMs) => {
    const restMs = Math.min(CHECKED_WITHIN_MS, timeoutMs);
    return {
      state: 'known',
      isAsWanted: await callOn(handle, 'waitForChecked', isChecked, restMs),
    };
  });
  if (result.isAsWanted) return;
  const problem = `was clicked but did not become ${isChecked ? 'checked' : 'unchecked'}`;
  throw new NoEffectError(element.locator, problem, element.deadline.elapsedMs());
}
