import { CodedError } from '@errand/foundation';

export interface AutomationIssue {
  /**
   * Path from the automation's root: `['nodes', 3, 'type']`. Empty for the automation as a whole.
   */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const SHOWN_ISSUES = 10;

/** An automation that violates its schema. `issues` lists every problem, at most 100. */
export class InvalidAutomationError extends CodedError {
  readonly code = 'invalid_automation';
  override readonly retry = 'never';
  readonly issues: readonly AutomationIssue[];

  constructor(issues: readonly AutomationIssue[]) {
    super(summarise(issues));
    this.issues = issues;
  }
}

/** Formats a path the way authors write it: `nodes[3].interaction_action.click_element`. */
function formatPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[A-Za-z_]\w*$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

function summarise(issues: readonly AutomationIssue[]): string {
  const lines = issues.slice(0, SHOWN_ISSUES).map(({ path, message }) => {
    return path.length === 0 ? message : `${formatPath(path)}: ${message}`;
  });
  const hidden = issues.length - lines.length;
  if (hidden > 0) lines.push(`and ${hidden} more`);
  return `The automation is not valid. ${lines.join('\n')}`;
}
