/** The subset of JSON Schema that the document uses for automations. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** Name of the schema that a property refers to, even if the property may be null. */
export function referenceOf(schema: Schema): string | undefined {
  const reference = schema.$ref ?? schema.anyOf?.find(({ $ref }) => $ref !== undefined)?.$ref;
  return reference?.split('/').at(-1);
}

/** The types that a value may have, without null. */
export function typesOf(schema: Schema): readonly string[] {
  const own = schema.type === undefined ? [] : [schema.type].flat();
  const others = (schema.anyOf ?? schema.oneOf ?? []).flatMap(typesOf);
  return [...new Set([...own, ...others])].filter((type) => type !== 'null');
}
