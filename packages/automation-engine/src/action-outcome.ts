/** How a step ended when it did not fail; a failure is a thrown `AutomationError`. */
export type ActionOutcome =
  | { readonly outcome: 'done' }
  | { readonly outcome: 'skipped'; readonly reason: string };
