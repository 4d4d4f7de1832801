import type { z } from 'zod';
import { noneGiven } from '../fields/exactly-one.ts';
import { InvalidAutomationError, type AutomationIssue } from './automation-errors.ts';
import { automationSchema, type Automation } from './automation-schema.ts';
import { describeIssue, KEY_SEPARATOR } from './describe-issue.ts';
import { findMisplacedSecrets } from './find-misplaced-secrets.ts';
import { findExcess } from './measure-automation.ts';
import { nameOutputs } from './name-outputs.ts';

const MOST_ISSUES = 100;

/**
 * Validates an automation and fills in every default. Does not modify the given value, so the
 * stored document stays as the author sent it. Throws InvalidAutomationError with every problem.
 */
export function parseAutomation(value: unknown): Automation {
  const excess = findExcess(value);
  if (excess) throw new InvalidAutomationError([excess]);
  const parsed = automationSchema.safeParse(value, { error: describeIssue });
  if (!parsed.success) {
    const issues = withoutConsequences(parsed.error.issues).flatMap((issue) => toIssues(issue));
    throw new InvalidAutomationError(issues.slice(0, MOST_ISSUES));
  }
  const misplaced = findMisplacedSecrets(parsed.data);
  if (misplaced.length > 0) throw new InvalidAutomationError(misplaced.slice(0, MOST_ISSUES));
  nameOutputs(parsed.data);
  return parsed.data;
}

/**
 * If the only field is misspelt, reports that once, without a second message about the missing
 * field.
 */
function withoutConsequences(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const misspelt = issues.filter(({ code }) => code === 'unrecognized_keys');
  const places = new Set(misspelt.map(({ path }) => JSON.stringify(path)));
  return issues.filter(
    (issue) =>
      issue.code !== 'custom' ||
      issue.params !== noneGiven ||
      !places.has(JSON.stringify(issue.path)),
  );
}

function toIssues(
  issue: z.core.$ZodIssue,
  parent: AutomationIssue['path'] = [],
): AutomationIssue[] {
  const path = [...parent, ...issue.path.map((step) => (typeof step === 'symbol' ? '' : step))];
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split(KEY_SEPARATOR);
    return issue.keys.map((key, index) => ({
      path: [...path, key],
      message: messages[index] ?? '',
    }));
  }
  if (issue.code === 'invalid_union' && issue.message === '') {
    return mostLikelyBranch(issue.errors).flatMap((nested) => toIssues(nested, path));
  }
  return [{ path, message: issue.message }];
}

/**
 * Picks the alternative of a union that matches the value as a whole, otherwise the alternative of
 * its type.
 */
function mostLikelyBranch(branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] {
  return (
    branches.find((branch) => !isRefusedAs(branch, ['invalid_type', 'invalid_value'])) ??
    branches.find((branch) => !isRefusedAs(branch, ['invalid_type'])) ??
    branches[0] ??
    []
  );
}

function isRefusedAs(branch: readonly z.core.$ZodIssue[], codes: readonly string[]): boolean {
  return branch.some(({ code, path }) => path.length === 0 && codes.includes(code));
}
