import type { LintSubject } from './lint-subject.ts';

/** Something in an automation that is allowed and most likely a mistake. */
export interface AutomationWarning {
  /** From the automation: `['nodes', 3, 'interaction_action', 'go_to_url', 'url']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Name of the rule that found it; stable. */
  readonly rule: string;
}

export interface Finding {
  readonly path: AutomationWarning['path'];
  readonly message: string;
}

export interface LintRule {
  /** On the wire, in lower case with dashes. Never renamed once released. */
  readonly name: string;
  readonly find: (subject: LintSubject) => Iterable<Finding>;
}
