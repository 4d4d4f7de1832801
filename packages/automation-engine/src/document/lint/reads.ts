import {
  type Expression,
  ExpressionSyntaxError,
  findReferences,
  parseExpression,
  parseTemplate,
  type Placeholder,
  type Reference,
} from '@errand/expressions';
import { actionKinds } from '../../actions/action-registry.ts';
import { nameField } from '../nodes/action-of-node.ts';
import type { TextField } from './text-fields-of-node.ts';

/** A value that a string references, with or without braces. */
export type Read = Reference;

/** Fields that contain an expression, and what its bare names refer to. */
const expressionFields: ReadonlyMap<string, 'response' | 'task'> = new Map([
  ['condition', 'task'],
  ...actionKinds.flatMap((action) =>
    Object.entries(action.fields?.expressions ?? {}).map(
      ([field, values]) => [nameField(action, field), values] as const,
    ),
  ),
]);

export function readsOf(field: TextField): readonly Read[] {
  const distinct = new Map(allReadsOf(field).map((read) => [sourceOf(read), read]));
  return [...distinct.values()];
}

function allReadsOf(field: TextField): readonly Read[] {
  const values = expressionFields.get(field.name);
  if (values === 'response') {
    return readsOfExpression(field.text).filter(({ kind }) => kind === 'placeholder');
  }
  if (values === 'task') return readsOfExpression(field.text);
  return parseTemplate(field.text)
    .segments.filter((segment) => segment.kind === 'placeholder')
    .map(({ placeholder }) => ({ kind: 'placeholder', placeholder }));
}

function readsOfExpression(source: string): readonly Read[] {
  const expression = tryParse(source);
  return expression ? findReferences(expression).map(withoutBraces) : [];
}

/** Undefined if the field contains no valid expression whose names are variables of the task. */
export function expressionOf(field: TextField): Expression | undefined {
  return expressionFields.get(field.name) === 'task' ? tryParse(field.text) : undefined;
}

/** A string that is not a valid expression reads nothing; its syntax is checked elsewhere. */
function tryParse(source: string): Expression | undefined {
  try {
    return parseExpression(source);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return undefined;
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
