import { createBudget } from './budget.ts';
import { textOf } from './text-of-value.ts';
import { describeType, Float, type Value } from './value.ts';

/** Longer texts are not cut: part of a secret would not be recognised as one later. */
const LONGEST_QUOTED = 80;

/** Returns the sentence `Given: 1 and "a".`; empty without operands. */
export function quoteOperands(operands: readonly Value[]): string {
  if (operands.length === 0) return '';
  const quoted = operands.map(quoteOperand);
  const last = quoted.at(-1) ?? '';
  const others = quoted.slice(0, -1).join(', ');
  return others === '' ? `Given: ${last}.` : `Given: ${others} and ${last}.`;
}

function quoteOperand(value: Value): string {
  const isObject = typeof value === 'object' && value !== null && !(value instanceof Float);
  if (isObject) return describeType(value);
  const text = typeof value === 'string' ? value : textOf(value, createBudget());
  if (text.length > LONGEST_QUOTED) return `${describeType(value)} of ${text.length} characters`;
  return typeof value === 'string' ? JSON.stringify(value) : text;
}
