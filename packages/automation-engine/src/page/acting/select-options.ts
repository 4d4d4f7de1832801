import { OptionAmbiguousError, OptionNotFoundError } from './acting-errors.ts';
import { type ActingElement, onElement } from './acting-element.ts';
import type { WantedOption } from '../in-page/match-options.ts';
import { callOn } from '../browser/call-in-page.ts';

/**
 * Selects the options that match the texts. Throws `OptionNotFoundError`, `OptionAmbiguousError`.
 */
export async function selectOptions(
  element: ActingElement,
  wanted: readonly WantedOption[],
): Promise<void> {
  element.onAct?.();
  const selection = await onElement(element, (handle, timeoutMs) =>
    callOn(handle, 'selectWhenReady', wanted, { isEnabled: true, timeoutMs }),
  );
  if (selection.state === 'no-option') {
    throw new OptionNotFoundError(element.locator, selection.missing, selection.available);
  }
  if (selection.state === 'several-options') {
    throw new OptionAmbiguousError(element.locator, selection.text, selection.candidates);
  }
}
