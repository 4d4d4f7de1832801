import { ExpressionSyntaxError, parseExpression } from '@errand/expressions';
import type { z } from 'zod';
import { blankableText, requiredText } from './text-fields.ts';

/** A required expression: `not is_logged_in[0]`. */
export function expressionText() {
  return requiredText().superRefine(checkSyntax);
}

/** An optional expression; a blank one counts as not given. */
export function optionalExpressionText() {
  return blankableText().superRefine(checkSyntax);
}

function checkSyntax(source: string | undefined, context: z.core.$RefinementCtx): void {
  if (source === undefined || source.trim() === '') return;
  try {
    parseExpression(source);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
}
