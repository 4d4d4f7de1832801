import type { LintSubject } from './lint-subject.ts';

/** A valid construct in an automation that is most likely a mistake. */
export interface AutomationWarning {
  /** Path from the automation's root: `['nodes', 3, 'interaction_action', 'go_to_url', 'url']`. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Name of the rule that reported it; stable. */
  readonly rule: string;
}

export interface Finding {
  readonly path: AutomationWarning['path'];
  readonly message: string;
}

export interface LintRule {
  /** Wire name, in lower case with dashes. Never renamed once released. */
  readonly name: string;
  readonly find: (subject: LintSubject) => Iterable<Finding>;
}
