type JsonObject = Readonly<Record<string, unknown>>;

const PREFIX = '#/components/schemas/';

/** The JSON schema of automations, with only those parts of the API document that it refers to. */
export function extractAutomationSchema(document: unknown): JsonObject {
  const schemas = (document as { readonly components: { readonly schemas: JsonObject } }).components
    .schemas;
  const definitions: Record<string, unknown> = {};
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) =>
        key === '$ref' && typeof member === 'string' ? [key, refer(member)] : [key, copy(member)],
      ),
    );
  };
  const refer = (reference: string): string => {
    const name = reference.slice(PREFIX.length);
    if (!(name in definitions)) {
      // Registered before its content is copied, which may refer to itself.
      definitions[name] = {};
      definitions[name] = copy(schemas[name]);
    }
    return `#/$defs/${name}`;
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: refer(`${PREFIX}Automation`),
    $defs: definitions,
  };
}
