import { isRecord } from '@errand/foundation';

/** The subset of JSON Schema that the documents use for request bodies. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  /** Faulty elements do not fail the request: each has its own result. */
  readonly 'x-errand-own-results'?: boolean;
  /**
   * The operation that reads the members with the same code, and whose tests show their effects.
   */
  readonly 'x-errand-proven-by'?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
}

export interface Violated {
  /** The violated constraint and its location. */
  readonly name: string;
  readonly body: unknown;
}

/** Returns the value once per constraint, each time with that constraint broken. */
export function violateEach(written: JsonSchema, value: unknown, path = 'body'): Violated[] {
  const schema = chooseVariant(written, value);
  return [
    ...violateHere(schema, value).map(([keyword, body]) => ({ name: `${path} ${keyword}`, body })),
    ...violateMembers(schema, value, path),
    ...violateElements(schema, value, path),
  ];
}

/** Picks the variant that the present members belong to. */
function chooseVariant(schema: JsonSchema, value: unknown): JsonSchema {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) {
    const fitting = variants.find((variant) => isMeant(variant, value));
    return fitting ? chooseVariant(fitting, value) : {};
  }
  if (!schema.if || schema.properties) return schema;
  const branch = isMeant(schema.if, value) ? schema.then : schema.else;
  return branch ? chooseVariant(branch, value) : schema;
}

function isMeant(schema: JsonSchema, value: unknown): boolean {
  const { type, required = [], anyOf, not } = schema;
  const own = Array.isArray(value) ? 'array' : typeof value;
  if (type !== undefined && ![type].flat().includes(own)) return false;
  if (anyOf && !anyOf.some((branch) => isMeant(branch, value))) return false;
  if (not && isMeant(not, value)) return false;
  return required.every((name) => isRecord(value) && name in value);
}

function violateHere(schema: JsonSchema, value: unknown): [string, unknown][] {
  const broken: [string, unknown][] = [];
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  if (schema.type !== undefined) broken.push(['type', wrongTypeFor([schema.type].flat())]);
  if (schema.enum) broken.push(['enum', 'no such value']);
  if (minLength !== undefined && minLength > 0) broken.push(['minLength', '']);
  if (maxLength !== undefined) broken.push(['maxLength', 'x'.repeat(maxLength + 1)]);
  if (minimum !== undefined) broken.push(['minimum', minimum - 1]);
  if (maximum !== undefined) broken.push(['maximum', maximum + 1]);
  if (schema.pattern !== undefined) broken.push(['pattern', violatePattern(schema.pattern)]);
  if (Array.isArray(value)) {
    if (minItems !== undefined && minItems > 0) broken.push(['minItems', []]);
    if (maxItems !== undefined) {
      const [element = null] = value;
      broken.push(['maxItems', Array.from({ length: maxItems + 1 }, () => element)]);
    }
  }
  if (isRecord(value)) {
    if (schema.additionalProperties === false) {
      broken.push(['additionalProperties', { ...value, no_such_member: 1 }]);
    }
    for (const name of schema.required ?? []) {
      const { [name]: _, ...rest } = value;
      broken.push([`required ${name}`, rest]);
    }
  }
  return broken;
}

/** Patterns of names refuse control characters, or only white space. */
function violatePattern(pattern: string): string | undefined {
  const allowed = new RegExp(pattern, 'u');
  return ['\u0001', ' '].find((text) => !allowed.test(text));
}

function violateMembers(schema: JsonSchema, value: unknown, path: string): Violated[] {
  if (!isRecord(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    // Includes absent members: their constraints apply once they are present.
    violateEach(member, value[name], `${path}.${name}`).map((inner) => ({
      name: inner.name,
      body: { ...value, [name]: inner.body },
    })),
  );
}

function violateElements(schema: JsonSchema, value: unknown, path: string): Violated[] {
  const { items, 'x-errand-own-results': hasOwnResults } = schema;
  if (hasOwnResults || !items || !Array.isArray(value) || value.length === 0) return [];
  return violateEach(items, value[0], `${path}[0]`).map((inner) => ({
    name: inner.name,
    body: [inner.body, ...value.slice(1)],
  }));
}

function wrongTypeFor(types: readonly string[]): unknown {
  const candidates: [string, unknown][] = [
    ['boolean', true],
    ['array', []],
    ['object', {}],
  ];
  return candidates.find(([type]) => !types.includes(type))?.[1];
}
