import type { Automation } from './automation-schema.ts';
import { endlessLoops } from './lint/endless-loops.ts';
import { impossibleIndices } from './lint/impossible-indices.ts';
import type { AutomationWarning, LintRule } from './lint/lint-rule.ts';
import { createLintSubject } from './lint/lint-subject.ts';
import { listComparisons } from './lint/list-comparisons.ts';
import { longWaits } from './lint/long-waits.ts';
import { missingDownloads } from './lint/missing-downloads.ts';
import { plainSecrets } from './lint/plain-secrets.ts';
import { pythonSyntax } from './lint/python-syntax.ts';
import { secretInputs } from './lint/secret-inputs.ts';
import { shadowedNames } from './lint/shadowed-names.ts';
import { singleValues } from './lint/single-values.ts';
import { unknownLists } from './lint/unknown-lists.ts';
import { unknownNames } from './lint/unknown-names.ts';
import { unreachableNodes } from './lint/unreachable-nodes.ts';

const rules: readonly LintRule[] = [
  unknownNames,
  impossibleIndices,
  unreachableNodes,
  endlessLoops,
  longWaits,
  plainSecrets,
  secretInputs,
  shadowedNames,
  missingDownloads,
  unknownLists,
  singleValues,
  listComparisons,
  pythonSyntax,
];

const MOST_WARNINGS = 100;

/**
 * Finds likely mistakes in a valid automation. Returns at most 100 warnings, none of which rejects
 * it.
 */
export function lintAutomation(automation: Automation): AutomationWarning[] {
  const subject = createLintSubject(automation);
  const warnings = new Map<string, AutomationWarning>();
  for (const { name: rule, find } of rules) {
    for (const { path, message } of find(subject)) {
      if (warnings.size === MOST_WARNINGS) return [...warnings.values()];
      warnings.set(JSON.stringify([path, message]), { path, message, rule });
    }
  }
  return [...warnings.values()];
}
