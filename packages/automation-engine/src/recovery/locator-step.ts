/** An interaction and its parameters, a locator among them. */
export interface LocatorStep {
  readonly kind: 'click_element' | 'input_text' | 'select_option' | 'check';
  readonly params: Readonly<Record<string, unknown>>;
}
