export { createBindings } from './bindings.ts';
export type { Bindings, LoopBinding, Scope, Variables } from './bindings.ts';
export {
  ExpressionEvaluationError,
  ExpressionSyntaxError,
  ExtractionFormatError,
  TextTooLongError,
  UnresolvedPlaceholderError,
} from './expression-errors.ts';
export { parseExtractionFormat } from './extraction-format.ts';
export type { ExtractionRecord, ExtractionType } from './extraction-format.ts';
export { type ExtractionSchema, extractionSchema } from './extraction-schema.ts';
export { formatValue } from './format-value.ts';
export { evaluateCondition, evaluateExpression } from './language/evaluate-expression.ts';
export { findListComparisons } from './language/find-list-comparisons.ts';
export { findReferences, type Reference } from './language/find-references.ts';
export { type Expression, parseExpression } from './language/parse-expression.ts';
export { evaluatePollCondition, type PollResult } from './language/poll-condition.ts';
export type { PathStep, Placeholder } from './placeholder.ts';
export { pythonKeywords } from './language/python-keywords.ts';
export { decodePythonString, PythonLiteralError } from './python-string.ts';
export { createTextBudget } from './text-budget.ts';
export { bindPlaceholder, bindText, parseTemplate, tryBindText } from './template.ts';
export type { BoundText, Segment, Template } from './template.ts';
