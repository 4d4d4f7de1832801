import {
  ExpressionSyntaxError,
  findReferences,
  parseExpression,
  parseTemplate,
  type Placeholder,
  type Reference,
} from '@errand/expressions';
import type { TextField } from './text-fields-of-node.ts';

/** A value that a text reads, with or without braces around it. */
export type Read = Reference;

const expressionFields = new Set(['condition', 'misc_action.set_variable.expression']);
/** Its names are those of an answer; only what stands in braces is a value of the task. */
const pollCondition = 'extraction_action.api_call.poll_condition';

export function readsOf(field: TextField): readonly Read[] {
  const distinct = new Map(allReadsOf(field).map((read) => [sourceOf(read), read]));
  return [...distinct.values()];
}

function allReadsOf(field: TextField): readonly Read[] {
  if (field.name === pollCondition) {
    return readsOfExpression(field.text).filter(({ kind }) => kind === 'placeholder');
  }
  if (expressionFields.has(field.name)) return readsOfExpression(field.text);
  return parseTemplate(field.text)
    .segments.filter((segment) => segment.kind === 'placeholder')
    .map(({ placeholder }) => ({ kind: 'placeholder', placeholder }));
}

/** What is not an expression is not this check's concern: it reads nothing. */
function readsOfExpression(source: string): readonly Read[] {
  try {
    return findReferences(parseExpression(source)).map(withoutBraces);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return [];
    throw error;
  }
}

/** `{name}` is text in a template, but in an expression it is the same as `name`. */
function withoutBraces(reference: Reference): Reference {
  if (reference.kind === 'name' || reference.placeholder.kind !== 'loop-index') return reference;
  return { kind: 'name', name: reference.placeholder.indexName, index: undefined };
}

/** The variable that is read, and the position in its list where that is a plain number. */
export function variableOf(
  read: Read,
): { readonly name: string; readonly index: number | undefined } | undefined {
  if (read.kind === 'name') return read;
  const { placeholder } = read;
  if (placeholder.kind !== 'variable') return undefined;
  return { name: placeholder.name, index: firstIndex(placeholder) };
}

/** As it was written. */
export function sourceOf(read: Read): string {
  if (read.kind === 'placeholder') return read.placeholder.source;
  return read.index === undefined ? read.name : `${read.name}[${read.index}]`;
}

function firstIndex({ path }: Extract<Placeholder, { kind: 'variable' }>): number | undefined {
  const [first] = path;
  return first?.kind === 'index' ? first.index : undefined;
}
