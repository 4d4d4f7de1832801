import { type Expression, ExpressionSyntaxError, parseExpression } from '@errand/expressions';
import { blankableText, requiredText } from './text-fields.ts';

/** The lists that a loop iterates over: names, or paths into variables, separated by commas. */
export function loopVariables() {
  return blankableText().superRefine((text, context) => {
    if (text === undefined) return;
    for (const name of listNames(text)) {
      const problem = problemOf(name);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    }
  });
}

/** One list: its name, or a path to it. */
export function listName() {
  return requiredText().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });
}

/** The names of the lists; the first one sets the number of iterations. */
export function listNames(text: string): readonly string[] {
  return text.split(',').map((name) => name.trim());
}

const paths = new Set(['name', 'index', 'member', 'placeholder']);

function problemOf(name: string): string | undefined {
  try {
    const { root }: Expression = parseExpression(name);
    if (paths.has(root.kind)) return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
  }
  return `${JSON.stringify(name)} is not a list to iterate over: specify a name such as orders, or a path such as answer.body.orders.`;
}
