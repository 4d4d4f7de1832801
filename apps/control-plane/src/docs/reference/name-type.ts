import { Html, html, isRecord } from '@errand/foundation';
import { referredName } from './place-types.ts';
import type { Schema } from './read-reference.ts';

/** What the pages know about the types of the document. */
export interface Types {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Where a type is described, as seen from the page. */
  readonly addressOf: (name: string) => string;
}

/** Names the type of a schema: `list of string`, or a link to the type with its members. */
export function nameType(schema: Schema, types: Types): Html {
  const name = referredName(schema);
  if (name !== undefined) {
    const target = types.schemas[name] ?? {};
    if (!hasMembers(target, types)) return nameType(target, types);
    return html`<a href="${types.addressOf(name)}">${name}</a>`;
  }
  if ('const' in schema) return codeOf(schema['const']);
  if (Array.isArray(schema['enum'])) return joinHtml(schema['enum'].map(codeOf), ', ');
  const choices = choicesOf(schema);
  if (choices.length > 0)
    return joinHtml(withoutDoubles(choices.map((one) => nameType(one, types))), ' or ');
  const { type, items, additionalProperties: values } = schema;
  const names = [type].flat().flatMap((one): Html[] => {
    if (typeof one !== 'string') return [];
    if (one === 'array' && isRecord(items)) return [html`list of ${nameType(items, types)}`];
    if (one !== 'object' || schema['properties'] || !isRecord(values)) return [html`${one}`];
    return [html`object with values: ${nameType(values, types)}`];
  });
  return names.length === 0 ? html`any value` : joinHtml(names, ' or ');
}

/** Texts of types that are longer are not repeated at each use. */
const MAX_REPEATED_LENGTH = 600;

/** Whether a schema, or a part of its value, has members or a long text, to be described once. */
export function hasMembers(schema: Schema, { schemas }: Pick<Types, 'schemas'>): boolean {
  const seen = new Set<string>();
  const visit = (part: Schema): boolean => {
    const name = referredName(part);
    if (name !== undefined) {
      if (seen.has(name)) return false;
      seen.add(name);
      const { [name]: target = {} } = schemas;
      return String(target['description']).length > MAX_REPEATED_LENGTH || visit(target);
    }
    return isRecord(part['properties']) || partsOf(part).some(visit);
  };
  return visit(schema);
}

/** The schemas of which a value satisfies one. */
export function choicesOf(schema: Schema): readonly Schema[] {
  return (schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly Schema[];
}

/** The schemas of a value's alternatives, elements and unnamed members. */
export function partsOf(schema: Schema): readonly Schema[] {
  return [...choicesOf(schema), schema['items'], schema['additionalProperties']].filter(isRecord);
}

function codeOf(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

/** Puts a separator between the parts. */
export function joinHtml(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ markup }) => markup).join(separator));
}

function withoutDoubles(parts: readonly Html[]): Html[] {
  return [...new Set(parts.map(({ markup }) => markup))].map((markup) => new Html(markup));
}
