import type { JsonValue } from '@errand/foundation';
import type { JsonSchema } from '../json-schema.ts';

/** A schema as providers accept it, and the reverse mapping of answers. */
export interface WireSchema {
  readonly schema: JsonSchema;
  /** Restores the original property names in an answer. */
  readonly restore: (value: JsonValue) => JsonValue;
}

/** Property names that every provider accepts. */
const ACCEPTED_NAME = /^[a-zA-Z0-9_.-]{1,64}$/u;

/** Replaces property names that a provider would reject (spaces, accents) with accepted ones. */
export function toWireSchema(schema: JsonSchema): WireSchema {
  const items = schema.items && toWireSchema(schema.items);
  const properties = schema.properties && wireProperties(schema.properties);
  return {
    schema: {
      ...schema,
      ...(items && { items: items.schema }),
      ...(properties && { properties: properties.schemas }),
      ...(schema.required && {
        required: schema.required.map((name) => properties?.wireNames.get(name) ?? name),
      }),
    },
    restore(value) {
      if (isList(value)) return items ? value.map(items.restore) : value;
      if (value === null || typeof value !== 'object' || !properties) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => properties.restore(name, member)),
      );
    },
  };
}

function wireProperties(properties: Readonly<Record<string, JsonSchema>>) {
  const taken = new Set(Object.keys(properties));
  const wireNames = new Map<string, string>();
  const members = new Map<string, { name: string; wire: WireSchema }>();
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const wire = toWireSchema(schema);
    const wireName = ACCEPTED_NAME.test(name) ? name : freeName(name, taken);
    wireNames.set(name, wireName);
    members.set(wireName, { name, wire });
    schemas[wireName] =
      wireName === name ? wire.schema : { ...wire.schema, description: describe(name, schema) };
  }
  return {
    schemas,
    wireNames,
    restore(wireName: string, value: JsonValue): [string, JsonValue] {
      const member = members.get(wireName);
      // A model may still use the original name from its instructions.
      const known = member ?? members.get(wireNames.get(wireName) ?? '');
      return known ? [known.name, known.wire.restore(value)] : [wireName, value];
    },
  };
}

function freeName(name: string, taken: Set<string>): string {
  const stem = name.replaceAll(/[^a-zA-Z0-9_.-]/gu, '_').slice(0, 56) || '_';
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? stem : `${stem}_${count}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}

function describe(name: string, { description }: JsonSchema): string {
  return [`The value of ${JSON.stringify(name)}.`, description ?? ''].join(' ').trim();
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
