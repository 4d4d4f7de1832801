import type { JsonValue } from '@errand/foundation';
import type { Bindings } from '../bindings.ts';
import { ExpressionEvaluationError, UnresolvedPlaceholderError } from '../expression-errors.ts';
import { evaluateCondition } from './evaluate-expression.ts';
import type { Expression } from './parse-expression.ts';

export type PollResult =
  | { readonly kind: 'value'; readonly isMet: boolean }
  /** A required value is missing or has the wrong type (yet). */
  | {
      readonly kind: 'error';
      readonly error: ExpressionEvaluationError | UnresolvedPlaceholderError;
    };

interface PollScope {
  /** The keys are names in the expression: `status_code`, `body`. */
  readonly response: Readonly<Record<string, JsonValue>>;
  /** Values for placeholders such as `{wanted[0]}`. */
  readonly bindings: Bindings;
}

/** Returns whether a response meets the condition. A missing dotted path is None. */
export function evaluatePollCondition(
  expression: Expression,
  { response, bindings }: PollScope,
): PollResult {
  const names: Bindings = {
    isSecret: (name) => bindings.isSecret?.(name) ?? true,
    resolve(placeholder) {
      if (placeholder.source.startsWith('{')) return bindings.resolve(placeholder);
      if (placeholder.kind !== 'variable') return undefined;
      return Object.hasOwn(response, placeholder.name) ? response[placeholder.name] : undefined;
    },
  };
  try {
    return { kind: 'value', isMet: evaluateCondition(expression, names, { isPathOptional: true }) };
  } catch (error) {
    if (error instanceof ExpressionEvaluationError || error instanceof UnresolvedPlaceholderError) {
      return { kind: 'error', error };
    }
    throw error;
  }
}
