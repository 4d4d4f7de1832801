import type { JsonValue } from '@errand/foundation';
import type { Bindings } from '../bindings.ts';
import { ExpressionEvaluationError, UnresolvedPlaceholderError } from '../expression-errors.ts';
import type { Placeholder } from '../placeholder.ts';
import { bindText } from '../template.ts';
import { compute, sign } from './arithmetic.ts';
import { type Budget, createBudget } from './budget.ts';
import type { Arguments } from './call-arguments.ts';
import { compare } from './compare.ts';
import { callFunction } from './functions.ts';
import { findReferences } from './find-references.ts';
import { callMethod } from './methods.ts';
import type { Expression } from './parse-expression.ts';
import { quoteOperands } from './quote-operands.ts';
import { elementAt, sliceOf } from './sequences.ts';
import type { CallArguments, Kind, SyntaxNode } from './syntax-tree.ts';
import { toJson } from './to-json.ts';
import { OperationError } from './operation-error.ts';
import { isDictionary, isTruthy, toValue, type Value } from './value.ts';

/**
 * Evaluates an expression. `bindings` resolves bare names and placeholders; null elements become
 * None. Throws `ExpressionEvaluationError`, and `UnresolvedPlaceholderError` for a missing value.
 */
export function evaluateExpression(expression: Expression, bindings: Bindings): JsonValue {
  const run = createRun(expression, bindings);
  const value = evaluate(expression.root, run);
  return at(expression.root, run, () => toJson(value, run.budget));
}

/** Like `evaluateExpression`, but returns whether Python treats the result as true. */
export function evaluateCondition(
  expression: Expression,
  bindings: Bindings,
  { isPathOptional = false }: { readonly isPathOptional?: boolean } = {},
): boolean {
  const run = { ...createRun(expression, bindings), isPathOptional };
  return holds(expression.root, evaluate(expression.root, run), run);
}

interface Place {
  readonly position: number;
  /** Values that an error of the operation quotes. Default: none. */
  readonly operands?: readonly Value[];
}

const on = ({ position }: SyntaxNode, ...operands: readonly Value[]): Place => ({
  position,
  operands,
});

interface Run {
  readonly expression: Expression;
  readonly bindings: Bindings;
  readonly budget: Budget;
  /** A missing dotted path is None instead of an error. */
  readonly isPathOptional: boolean;
}

function createRun(expression: Expression, bindings: Bindings): Run {
  return { expression, bindings, budget: createBudget(), isPathOptional: false };
}

function evaluate<Name extends Kind>(node: SyntaxNode<Name>, run: Run): Value {
  at(node, run, () => run.budget.spend(1));
  return evaluators[node.kind](node, run);
}

type Evaluators = { readonly [Name in Kind]: (node: SyntaxNode<Name>, run: Run) => Value };

/** The parts of a node are evaluated outside `at`: their errors have their own positions. */
const evaluators: Evaluators = {
  constant: ({ value }) => value,
  text: (node, run) => {
    const text = bindText(node.template, run.bindings);
    return at(node, run, () => {
      run.budget.spendOnText(text.length);
      return text;
    });
  },
  name: ({ name }, run) => valueOfName(name, name, run),
  placeholder: ({ placeholder }, run) => valueOfPlaceholder(placeholder, run),
  list: ({ elements }, run) => elements.map((element) => evaluate(element, run)),
  not: ({ operand }, run) => !holds(operand, evaluate(operand, run), run),
  logical({ operator, left, right }, run) {
    const first = evaluate(left, run);
    return holds(left, first, run) === (operator === 'or') ? first : evaluate(right, run);
  },
  conditional: ({ condition, whenTrue, whenFalse }, run) =>
    evaluate(holds(condition, evaluate(condition, run), run) ? whenTrue : whenFalse, run),
  comparison: (node, run) => evaluateComparison(node, run),
  sign(node, run) {
    const operand = evaluate(node.operand, run);
    return at(on(node, operand), run, () => sign(operand, node));
  },
  arithmetic(node, run) {
    const sides = { left: evaluate(node.left, run), right: evaluate(node.right, run) };
    const place = on(node, sides.left, sides.right);
    return at(place, run, () => compute(node.operator, sides, run.budget));
  },
  index(node, run) {
    const object = evaluate(node.object, run);
    const index = evaluate(node.index, run);
    return at(node, run, () => elementAt(object, index, run.budget));
  },
  slice(node, run) {
    const object = evaluate(node.object, run);
    const [start, stop, step] = node.bounds;
    const bound = (part: SyntaxNode | undefined) => (part ? evaluate(part, run) : null);
    const bounds = [bound(start), bound(stop), bound(step)] as const;
    return at(node, run, () => sliceOf(object, bounds, run.budget));
  },
  member(node, run) {
    const object = evaluate(node.object, run);
    return at(node, run, () => memberOf(object, node.key, run));
  },
  call(node, run) {
    const given = evaluateArguments(node, run);
    const place = on(node, ...given.positional);
    return at(place, run, () => callFunction(node.name, given, run.budget));
  },
  methodCall(node, run) {
    const object = evaluate(node.object, run);
    const given = evaluateArguments(node, run);
    const place = on(node, object, ...given.positional);
    return at(place, run, () => callMethod({ object, name: node.name, given }, run.budget));
  },
};

function holds(node: SyntaxNode, value: Value, run: Run): boolean {
  return at(node, run, () => isTruthy(value, run.budget));
}

function evaluateComparison(node: SyntaxNode<'comparison'>, run: Run): boolean {
  let left = evaluate(node.first, run);
  for (const { operator, operand } of node.links) {
    const pair = { left, right: evaluate(operand, run) };
    const place = on(node, left, pair.right);
    if (!at(place, run, () => compare(operator, pair, run.budget))) return false;
    left = pair.right;
  }
  return true;
}

function evaluateArguments({ positional, named }: CallArguments, run: Run): Arguments {
  return {
    positional: positional.map((argument) => evaluate(argument, run)),
    named: new Map([...named].map(([name, argument]) => [name, evaluate(argument, run)])),
  };
}

function memberOf(object: Value, key: string, { budget, isPathOptional }: Run): Value {
  const isThere = isDictionary(object) && Object.hasOwn(object, key);
  if (!isThere && isPathOptional) return null;
  if (isDictionary(object)) return elementAt(object, key, budget);
  throw new OperationError(`.${key} works only on a dict. Use [0] to pick from a list.`);
}

/** Outside a loop, `{index}` is the variable of that name, as without braces. */
function valueOfPlaceholder(placeholder: Placeholder, run: Run): Value {
  if (placeholder.kind === 'loop-index') {
    return valueOfName(placeholder.indexName, placeholder.source, run);
  }
  const value = run.bindings.resolve(placeholder);
  if (value === undefined)
    throw new UnresolvedPlaceholderError([placeholder], run.expression.source);
  return toValue(value);
}

function valueOfName(name: string, source: string, { bindings, expression }: Run): Value {
  const variable = { kind: 'variable', source, name, path: [] } as const;
  const value =
    bindings.resolve({ kind: 'loop-index', source, indexName: name }) ?? bindings.resolve(variable);
  if (value === undefined) throw new UnresolvedPlaceholderError([variable], expression.source);
  return toValue(value);
}

/** Adds the position in the expression and the operands to errors of an operation. */
function at<Result>({ position, operands = [] }: Place, run: Run, operation: () => Result): Result {
  try {
    return operation();
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { source } = run.expression;
    const given = readsSecret(run) ? '' : quoteOperands(operands);
    throw new ExpressionEvaluationError(`${error.message} ${given}`.trimEnd(), {
      source,
      position,
    });
  }
}

/** An operand may be part of the secret, which nothing redacts. */
function readsSecret({ expression, bindings }: Run): boolean {
  return findReferences(expression).some((reference) => {
    const read = reference.kind === 'name' ? reference : reference.placeholder;
    return 'name' in read && (bindings.isSecret?.(read.name) ?? true);
  });
}
