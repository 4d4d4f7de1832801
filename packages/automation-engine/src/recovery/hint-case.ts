import type { LocatorStep } from './locator-step.ts';

/** A page as it was when a locator was recorded, and as it is now. `intended` marks the element; a script takes that away. */
export interface HintCase {
  readonly name: string;
  readonly step: LocatorStep;
  /** Undefined: the locator is known to fit the page as it once was. */
  readonly before?: string;
  readonly after: string;
  /** What the page notes when the right element hears an event. Default: `intended`. */
  readonly mark?: string;
}

export function click(command: string): LocatorStep {
  return { kind: 'click_element', params: { command } };
}

export function fill(command: string): LocatorStep {
  return { kind: 'input_text', params: { command, input_text: 'Oak' } };
}
