import type { ExtractionRecord, ExtractionType } from './extraction-format.ts';

/** The subset of JSON Schema that an extraction format needs. */
export interface ExtractionSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ExtractionSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: ExtractionSchema;
}

const scalarTypes = { str: 'string', int: 'integer', float: 'number', bool: 'boolean' } as const;

/**
 * Returns the JSON schema of an answer in this format: it has every field, null where nothing was
 * found.
 */
export function extractionSchema({ fields }: ExtractionRecord): ExtractionSchema {
  const entries = [...fields].map(([name, type]) => [name, orNull(schemaOf(type))] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}

function schemaOf(type: ExtractionType): ExtractionSchema {
  if (type.kind === 'any') return {};
  if (type.kind === 'dict') return { type: 'object' };
  if (type.kind === 'list') return { type: 'array', items: schemaOf(type.element) };
  if (type.kind === 'optional') return orNull(schemaOf(type.type));
  if (type.kind === 'record') return extractionSchema(type);
  return { type: scalarTypes[type.kind] };
}

function orNull(schema: ExtractionSchema): ExtractionSchema {
  const { type } = schema;
  if (type === undefined || (typeof type !== 'string' && type.includes('null'))) return schema;
  return { ...schema, type: [...[type].flat(), 'null'] };
}
