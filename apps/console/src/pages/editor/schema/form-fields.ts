import type { Path } from '../../nodes/paths.ts';
import type { NodeKind } from './node-kinds.ts';
import { referenceOf, type Schema, type Schemas, typesOf } from './schema.ts';

export type Control =
  | 'text'
  | 'long-text'
  | 'locator'
  | 'number'
  | 'choice'
  | 'switch'
  | 'list'
  | 'json';

export interface FormField {
  readonly name: string;
  /** Path of the field's value in the node. */
  readonly path: Path;
  readonly control: Control;
  readonly isRequired: boolean;
  readonly help: string;
  readonly fallback: unknown;
  readonly options: readonly string[];
}

const LOCATORS: ReadonlySet<string> = new Set(['command', 'locator']);
const LONG = /script|prompt|instructions|message|expression|goal|code/;

/** The fields of a node of this kind: its own, those of its group, then those of every action. */
export function fieldsOf(kind: NodeKind, schemas: Schemas): FormField[] {
  const own = fieldsOfSchema(kind.schema, kind.path, schemas);
  if (kind.type !== undefined) return own;
  const action = schemas['ActionNode'];
  const [group] = kind.path;
  const groupSchema = schemas[referenceOf(action?.properties?.[group ?? ''] ?? {}) ?? ''];
  return [
    ...own,
    ...(kind.path.length > 1 && groupSchema && group !== undefined
      ? fieldsOfSchema(groupSchema, [group], schemas)
      : []),
    ...(action ? fieldsOfSchema(action, [], schemas) : []),
  ];
}

function fieldsOfSchema(schema: Schema, path: Path, schemas: Schemas): FormField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const holdsNodes = property.items !== undefined && referenceOf(property.items) === 'Node';
    // The kind of an action is selected, not entered in a field.
    const isKind = schemas[referenceOf(property) ?? ''] !== undefined;
    if (name === 'type' || holdsNodes || isKind) return [];
    return {
      name,
      path: [...path, name],
      control: controlOf(name, property),
      isRequired: schema.required?.includes(name) ?? false,
      help: property.description ?? '',
      fallback: property.default,
      options: (property.enum ?? []).filter((each) => each !== null).map(String),
    };
  });
}

function controlOf(name: string, property: Schema): Control {
  if (property.enum) return 'choice';
  const types = typesOf(property);
  const [type] = types;
  if (types.length > 1)
    return types.every((each) => each === 'integer' || each === 'number') ? 'number' : 'json';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'array') return property.items?.type === 'string' ? 'list' : 'json';
  if (type !== 'string') return 'json';
  if (LOCATORS.has(name)) return 'locator';
  return LONG.test(name) ? 'long-text' : 'text';
}

/** The form's text for a value; empty for a missing one. */
export function writeField(control: Control, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (control === 'list' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' && control !== 'json' ? value : JSON.stringify(value);
}

/**
 * The value for a form's text; undefined removes the member. Throws an error that says what is
 * wrong.
 */
export function readField({ control, isRequired, name }: FormField, text: string): unknown {
  if (text === '') return isRequired && control !== 'json' && control !== 'number' ? '' : undefined;
  if (control === 'list') return text.split('\n');
  if (control === 'number') {
    const number = Number(text);
    if (Number.isNaN(number)) throw new Error(`${name} is "${text}": specify a number.`);
    return number;
  }
  if (control !== 'json') return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not valid JSON: ${Error.isError(error) ? error.message : ''}`, {
      cause: error,
    });
  }
}
