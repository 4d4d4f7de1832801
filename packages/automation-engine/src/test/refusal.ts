import { InvalidAutomationError, parseAutomation } from '../automation/index.ts';
import type { AutomationIssue } from '../automation/index.ts';

/** The problems of an automation that must not be accepted. */
export function problemsOf(automation: unknown): readonly AutomationIssue[] {
  try {
    parseAutomation(automation);
  } catch (error) {
    if (error instanceof InvalidAutomationError) return error.issues;
    throw error;
  }
  throw new Error('The automation was accepted.');
}
