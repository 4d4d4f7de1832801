import { type Html, html, isRecord } from '@errand/foundation';
import { describeLimits } from './describe-limits.ts';
import { renderText, renderWords } from './inline-markdown.ts';
import { choicesOf, hasMembers, joinHtml, nameType, type Types } from './name-type.ts';
import { referredName } from './place-types.ts';
import type { Schema } from './read-reference.ts';

export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
  /** Where a parameter is: `query`. */
  readonly place?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly notes?: readonly string[];
}

interface Surroundings {
  readonly types: Types;
  /** Describes the members of the field's value. */
  readonly members: Html | undefined;
}

/** A parameter, header or member as an element of a list. */
export function renderField(
  { name, isRequired, schema, place, notes = [], ...field }: Field,
  { types, members }: Surroundings,
): Html {
  const simple = simpleOf(schema, types);
  // A type with members is explained with them.
  const inherited = hasMembers(schema, types) ? undefined : textOf(simple);
  const description = field.description ?? textOf(schema) ?? inherited;
  const example = showExample(field.example ?? exampleOf(simple), place);
  const limits = [...limitsOf(schema, types), ...notes];
  const facts = [
    ...(place === undefined ? [] : [html`${place}`]),
    html`<span class="type">${nameType(schema, types)}</span>`,
    ...(isRequired ? [html`<strong>required</strong>`] : []),
    ...limits.map(renderWords),
    ...defaultOf(simple),
  ];
  return html`<li>
    <p class="field"><code>${name}</code> <span>${joinHtml(facts, ' · ')}</span></p>
    ${description === undefined ? undefined : renderText(description)} ${example} ${members}
  </li>`;
}

/** The schema with the limits of a value: behind references, lists and the alternative to null. */
function simpleOf(schema: Schema, types: Types): Schema {
  const name = referredName(schema);
  if (name !== undefined) return { ...simpleOf(types.schemas[name] ?? {}, types), ...schema };
  const [choice, ...others] = choicesOf(schema).filter(({ type }) => type !== 'null');
  if (choice && others.length === 0) return { ...simpleOf(choice, types), ...schema };
  return schema;
}

/** Also the limits of a list's elements and of an object's unnamed members. */
function limitsOf(schema: Schema, types: Types): string[] {
  const simple = simpleOf(schema, types);
  const { items, additionalProperties: values } = simple;
  const ofEach = [items, simple['properties'] ? undefined : values]
    .filter(isRecord)
    .flatMap((part) => (hasMembers(part, types) ? [] : limitsOf(part, types)));
  const ofChoices = choicesOf(simple).flatMap((choice) =>
    hasMembers(choice, types) ? [] : limitsOf(choice, types),
  );
  return [
    ...new Set([...describeLimits(simple), ...ofChoices]),
    ...ofEach.map((limit) => `each ${limit.replace(/^each /, '')}`),
  ];
}

export function textOf({ description }: Schema): string | undefined {
  return typeof description === 'string' && description !== '' ? description : undefined;
}

/** Parameters and headers are sent as they are shown, members as JSON. */
function showExample(example: unknown, place: string | undefined): Html | undefined {
  if (example === undefined) return undefined;
  const isPlain = place !== undefined && typeof example === 'string';
  const text = isPlain ? example : JSON.stringify(example);
  return html`<p class="example">Example: <code>${text}</code></p>`;
}

function exampleOf({ examples, example }: Schema): unknown {
  return Array.isArray(examples) ? examples[0] : example;
}

function defaultOf(schema: Schema): Html[] {
  const { default: value } = schema;
  return value === undefined ? [] : [html`default <code>${JSON.stringify(value)}</code>`];
}
