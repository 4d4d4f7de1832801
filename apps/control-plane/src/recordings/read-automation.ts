import type { ErrandSchemas } from '@errand/api-types';
import {
  type Automation,
  type AutomationWarning,
  dropLeftovers,
  InvalidAutomationError,
  lintAutomation,
  parseAutomation,
} from '@errand/automation-engine/automation';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

type Warning = ErrandSchemas['AutomationWarning'];

const MAX_WARNINGS = 100;

interface StorableAutomation {
  readonly automation: ErrandSchemas['Automation'];
  /** Likely mistakes, and what was removed. */
  readonly warnings: Warning[];
}

/**
 * Checks an automation in a request's body. It is stored as the author sent it, not in its parsed
 * form: an explicit value stays explicit. Only leftovers of recorders are removed. Throws
 * InvalidRequestError.
 */
export function checkAutomation(given: unknown): StorableAutomation {
  const { automation, warnings } = dropLeftovers(given);
  return {
    warnings: limitWarnings(warnings, readAutomation(automation)),
    // The check has parsed the automation.
    automation: automation as ErrandSchemas['Automation'],
  };
}

interface AutomationCheck {
  readonly errors: InvalidAutomationError['issues'];
  readonly warnings: Warning[];
  readonly parameters: Pick<Automation['parameters'], 'input_parameters' | 'secure_parameters'>;
}

/** Finds every fault in an automation or, if there is none, its warnings. */
export function inspectAutomation(given: unknown): AutomationCheck {
  const { automation, warnings } = dropLeftovers(given);
  try {
    const parsed = parseAutomation(automation);
    return {
      errors: [],
      warnings: limitWarnings(warnings, parsed),
      parameters: parsed.parameters,
    };
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    const parameters = { input_parameters: {}, secure_parameters: {} };
    return { errors: error.issues, warnings: [], parameters };
  }
}

/** Returns the warnings about a stored automation, named by `body.version`. */
export function checkStoredAutomation(automation: unknown): Warning[] {
  try {
    return warningsOf(parseAutomation(automation));
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    const [issue] = error.issues;
    const msg = `names an automation that is no longer valid: ${issue?.path.join('.')}: ${issue?.message}`;
    throw new InvalidRequestError([{ loc: ['body', 'version'], msg, type: 'automation' }]);
  }
}

function readAutomation(automation: unknown): Automation {
  try {
    return parseAutomation(automation);
  } catch (error) {
    if (!(error instanceof InvalidAutomationError)) throw error;
    throw new InvalidRequestError(
      error.issues.map(({ path, message }) => ({
        loc: ['body', 'automation', ...path],
        msg: message,
        type: 'automation',
      })),
    );
  }
}

function limitWarnings(leftovers: readonly AutomationWarning[], automation: Automation): Warning[] {
  return [...leftovers.map(writeWarning), ...warningsOf(automation)].slice(0, MAX_WARNINGS);
}

function warningsOf(automation: Automation): Warning[] {
  return lintAutomation(automation).map(writeWarning);
}

function writeWarning({ path, ...warning }: AutomationWarning): Warning {
  return { path: [...path], ...warning };
}
