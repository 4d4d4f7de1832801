import type { ErrandSchemas } from '@errand/api-types';
import {
  type Automation,
  InvalidAutomationError,
  lintAutomation,
  parseAutomation,
} from '@errand/automation-engine/automation';
import { InvalidRequestError } from '../http/invalid-request-error.ts';

type Warning = ErrandSchemas['AutomationWarning'];

/**
 * Checks an automation of a request's body and returns warnings about likely mistakes. The
 * automation is stored as the author sent it, not in its parsed form: an explicit value stays
 * explicit. Throws InvalidRequestError.
 */
export function checkAutomation(automation: unknown): Warning[] {
  return warningsOf(readAutomation(automation));
}

/** The same for a stored automation named by `body.version`. */
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

function warningsOf(automation: Automation): Warning[] {
  return lintAutomation(automation).map(({ path, ...warning }) => ({
    path: [...path],
    ...warning,
  }));
}
