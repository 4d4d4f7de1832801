import type { Argument, ArgumentValue, Chain, Step } from '../python/command-tree.ts';
import { quotePython, writePattern } from '../python/write-python.ts';
import { type BindingContext, bindValue, bindValues } from './binding-context.ts';

/** Longer values are truncated. */
const LONGEST_VALUE = 200;

/** Writes a step as its author would, but with values instead of placeholders. */
export function writeStep(step: Step, context: BindingContext): string {
  if (!step.arguments) return step.name;
  const written = step.arguments.map((argument) => writeArgument(argument, context));
  return `${step.name}(${written.join(', ')})`;
}

/** Returns an argument's text with its values bound; undefined if it is not a string. */
export function boundText(value: ArgumentValue, context: BindingContext): string | undefined {
  if (value.kind === 'placeholder') return bindValue(value.placeholder, context);
  if (value.kind !== 'text' && value.kind !== 'pattern') return undefined;
  const values = bindValues(value.template, context);
  return value.template.segments
    .map((segment) => (segment.kind === 'text' ? segment.text : (values.shift() ?? '')))
    .join('');
}

function writeArgument({ keyword, value }: Argument, context: BindingContext): string {
  return `${keyword === undefined ? '' : `${keyword}=`}${writeValue(value, context)}`;
}

function writeValue(value: ArgumentValue, context: BindingContext): string {
  switch (value.kind) {
    case 'integer':
      return String(value.integer);
    case 'boolean':
      return value.isTrue ? 'True' : 'False';
    case 'none':
      return 'None';
    case 'chain':
      return writeChain(value.chain, context);
    case 'pattern':
      return writePattern(cut(boundText(value, context) ?? ''), value.flagNames);
    case 'placeholder':
    case 'text':
    default:
      return quotePython(cut(boundText(value, context) ?? ''));
  }
}

function writeChain({ head, steps }: Chain, context: BindingContext): string {
  const start = head ? [bindValue(head, context)] : [];
  return [...start, ...steps.map((step) => writeStep(step, context))].join('.');
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE).toWellFormed()}…` : text;
}
