import {
  ExpressionSyntaxError,
  findReferences,
  parseExpression,
  parseTemplate,
  type Placeholder,
  type Reference,
} from '@errand/expressions';
import type { TextField } from './text-fields-of-node.ts';

/** A value that a text references, with or without braces. */
export type Read = Reference;

const expressionFields = new Set(['condition', 'misc_action.set_variable.expression']);
/** Its bare names refer to the API response; only names in braces refer to values of the task. */
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

/** A text that is not a valid expression reads nothing; its syntax is checked elsewhere. */
function readsOfExpression(source: string): readonly Read[] {
  try {
    return findReferences(parseExpression(source)).map(withoutBraces);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return [];
    throw error;
  }
}

/** In a template `{name}` is literal text, but in an expression it equals `name`. */
function withoutBraces(reference: Reference): Reference {
  if (reference.kind === 'name' || reference.placeholder.kind !== 'loop-index') return reference;
  return { kind: 'name', name: reference.placeholder.indexName, index: undefined };
}

/** The variable that is read, and its index if that is a plain number. */
export function variableOf(
  read: Read,
): { readonly name: string; readonly index: number | undefined } | undefined {
  if (read.kind === 'name') return read;
  const { placeholder } = read;
  if (placeholder.kind !== 'variable') return undefined;
  return { name: placeholder.name, index: firstIndex(placeholder) };
}

/** The reference as written in the text. */
export function sourceOf(read: Read): string {
  if (read.kind === 'placeholder') return read.placeholder.source;
  return read.index === undefined ? read.name : `${read.name}[${read.index}]`;
}

function firstIndex({ path }: Extract<Placeholder, { kind: 'variable' }>): number | undefined {
  const [first] = path;
  return first?.kind === 'index' ? first.index : undefined;
}
