import { type Html, html, isRecord } from '@errand/foundation';
import { renderField, textOf, type Field } from './render-field.ts';
import { renderText } from './inline-markdown.ts';
import { choicesOf, hasMembers, nameType, partsOf, type Types } from './name-type.ts';
import { referredName } from './place-types.ts';
import type { Schema } from './read-reference.ts';

export interface TypeDescriber {
  /** A field with its type, its limits, and the members of its value. */
  readonly describeField: (field: Field) => Html;
  /** The members of a value, in lists inside lists. */
  readonly describeMembers: (schema: Schema) => Html | undefined;
  readonly nameType: (schema: Schema) => Html;
}

/**
 * Describes each type with members once on a page: where the page first uses it, or where
 * `isElsewhere` says that other pages or sections do. Other uses link to that place.
 */
export function createTypeDescriber(
  types: Types,
  isElsewhere: (name: string) => boolean,
): TypeDescriber {
  const described = new Set<string>();

  const describeField = (field: Field) =>
    renderField(field, { types, members: describeMembers(field.schema) });

  function describeMembers(schema: Schema): Html | undefined {
    const name = referredName(schema);
    if (name !== undefined) return describeOnce(name);
    const { properties, required } = schema;
    if (!isRecord(properties)) {
      const parts = partsOf(schema).filter((part) => hasMembers(part, types));
      return parts.length > 1 && choicesOf(schema).length > 0
        ? html`<ul class="fields choices">
            ${parts.map(describeChoice)}
          </ul>`
        : html`${parts.map(describeMembers)}`;
    }
    return html`<ul class="fields">
      ${Object.entries(properties).map(([member, part]) =>
        describeField({
          name: member,
          isRequired: [required].flat().includes(member),
          schema: part as Schema,
        }),
      )}
    </ul>`;
  }

  function describeChoice(schema: Schema, index: number): Html {
    return html`<li>
      <p class="field">
        ${index === 0 ? 'Either' : 'Or'} <span class="type">${nameType(schema, types)}</span>
      </p>
      ${describeMembers(schema)}
    </li>`;
  }

  function describeOnce(name: string): Html | undefined {
    const schema = types.schemas[name] ?? {};
    if (isElsewhere(name) || described.has(name) || !hasMembers(schema, types)) return undefined;
    described.add(name);
    return html`<div id="${name}" class="members">
      ${introduce(schema, types)} ${describeMembers(schema)}
    </div>`;
  }

  return { describeField, describeMembers, nameType: (schema) => nameType(schema, types) };
}

/** The text of a type, and its shape unless it is an object with named members. */
function introduce(schema: Schema, types: Types): Html {
  const text = textOf(schema);
  const shape = schema['properties']
    ? undefined
    : html`<p class="type">${nameType(schema, types)}</p>`;
  return html`${text === undefined ? undefined : renderText(text)} ${shape}`;
}
