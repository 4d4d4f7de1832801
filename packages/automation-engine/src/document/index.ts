export type {
  ActionNode,
  AssertLocatorNode,
  ForLoopNode,
  IfElseNode,
  Node,
  PrivateNode,
} from './nodes/node.ts';
export { nameProblem } from '../fields/parameter-name.ts';
export { InvalidAutomationError } from './automation-errors.ts';
export type { AutomationIssue } from './automation-errors.ts';
export type { Automation } from './automation-schema.ts';
export { automationJsonSchema } from './json-schema.ts';
export type { AutomationWarning } from './lint/lint-rule.ts';
export { dropLeftovers } from './leftovers/drop-leftovers.ts';
export { EntryRefusedError } from './entry/entry-errors.ts';
export type { EntryProblem } from './entry/entry-errors.ts';
export { findEntry } from './entry/find-entry.ts';
export type { FailedRun, KeptMoment } from './entry/find-entry.ts';
export { lintAutomation } from './lint-automation.ts';
export { parseAutomation } from './parse-automation.ts';
export { endPath, followPath, NodePathError } from './node-path.ts';
