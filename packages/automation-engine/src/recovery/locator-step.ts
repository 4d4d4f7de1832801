/** An interaction and its parameters, including a locator. */
export interface LocatorStep {
  readonly kind: 'click_element' | 'input_text' | 'select_option' | 'check';
  readonly params: Readonly<Record<string, unknown>>;
}
