import type { JsonValue } from '@errand/foundation';
import { allowsType, type JsonSchema } from '../json-schema.ts';

export type Fitted = { readonly value: JsonValue } | { readonly problem: string };

/**
 * Coerces an answer to its schema where only the notation differs: "5" becomes 5, "true" becomes
 * true, 7 becomes "7" where a string is expected, missing nullable properties become null; unknown
 * properties are dropped. The reported problem contains no content.
 */
export async function fitToSchema(value: JsonValue, schema: JsonSchema): Promise<Fitted> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const fitted = fit(value, schema);
  // Uses a new ajv per call, because ajv would retain every schema it has seen.
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
  if (check(fitted)) return { value: fitted };
  const [problem] = check.errors ?? [];
  return { problem: `"${problem?.instancePath || '/'}" ${problem?.message ?? 'does not fit'}` };
}

function fit(value: JsonValue, schema: JsonSchema): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item: JsonValue) => fit(item, items)) : (value as JsonValue);
  }
  if (value !== null && typeof value === 'object') {
    return fitRecord(value as Readonly<Record<string, JsonValue>>, schema);
  }
  return fitScalar(value, schema);
}

function fitRecord(
  value: Readonly<Record<string, JsonValue>>,
  { properties, additionalProperties }: JsonSchema,
): JsonValue {
  if (!properties) return value;
  const fitted = new Map(additionalProperties === false ? [] : Object.entries(value));
  for (const [name, schema] of Object.entries(properties)) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined) fitted.set(name, fit(member, schema));
    else if (allowsType(schema, 'null')) fitted.set(name, null);
  }
  return Object.fromEntries(fitted);
}

type Scalar = string | number | boolean | null;

function fitScalar(value: Scalar, schema: JsonSchema): Scalar {
  if (value === null || typesOf(value).some((type) => allowsType(schema, type))) return value;
  if (allowsType(schema, 'boolean')) {
    const truth = readBoolean(value);
    if (truth !== undefined) return truth;
  }
  if (
    typeof value === 'string' &&
    (allowsType(schema, 'number') || allowsType(schema, 'integer'))
  ) {
    return readNumber(value) ?? value;
  }
  return allowsType(schema, 'string') ? String(value) : value;
}

function typesOf(value: string | number | boolean): string[] {
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

function readBoolean(value: string | number | boolean): boolean | undefined {
  const text = String(value).trim().toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(text)) return true;
  return ['false', 'no', 'off', '0'].includes(text) ? false : undefined;
}

/**
 * Decimal notation only; thousands separators differ between countries, so they are not guessed.
 */
function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/iu.test(trimmed) ? Number(trimmed) : undefined;
}
