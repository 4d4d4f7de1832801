/** The part of JSON Schema (draft 2020-12) that all providers support. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns whether values of this JSON type are allowed; a schema without a type allows all. */
export function allowsType({ type }: JsonSchema, name: string): boolean {
  if (type === undefined) return true;
  return typeof type === 'string' ? type === name : type.includes(name);
}
