import type { LocatorStep } from './locator-step.ts';

/**
 * A page when a locator was recorded, and the page now. `intended` marks the element; a script
 * removes the attribute.
 */
export interface HintCase {
  readonly name: string;
  readonly step: LocatorStep;
  /** Undefined: the locator is known to match the earlier page. */
  readonly before?: string;
  readonly after: string;
  /** What the page records when the right element receives an event. Default: `intended`. */
  readonly mark?: string;
}

export function click(command: string): LocatorStep {
  return { kind: 'click_element', params: { command } };
}

export function fill(command: string): LocatorStep {
  return { kind: 'input_text', params: { command, input_text: 'Oak' } };
}
