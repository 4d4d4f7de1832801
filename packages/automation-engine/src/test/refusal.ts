import { InvalidAutomationError, parseAutomation } from '../document/index.ts';
import type { AutomationIssue } from '../document/index.ts';

/** The problems of an automation that must be rejected. */
export function problemsOf(automation: unknown): readonly AutomationIssue[] {
  try {
    parseAutomation(automation);
  } catch (error) {
    if (error instanceof InvalidAutomationError) return error.issues;
    throw error;
  }
  throw new Error('The automation was accepted.');
}
