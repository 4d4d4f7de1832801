import { z } from 'zod';
import { impliedDefaultOf } from '../fields/implied-default.ts';
import { schemaParts } from './schema-parts.ts';
import { tidyJsonSchema, type JsonSchema } from './tidy-json-schema.ts';

/**
 * JSON Schemas (2020-12) of an automation and all its named parts, by name. They accept everything
 * that `parseAutomation` accepts; rules between fields appear only in the descriptions.
 */
export function automationJsonSchemas(uri: (name: string) => string): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  const descriptions = new Map<z.core.$ZodType, string>();
  for (const [id, { schema, description }] of schemaParts) {
    registry.add(schema, { id });
    descriptions.set(schema, description);
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri,
    override: ({ zodSchema, jsonSchema }) => {
      const description = descriptions.get(zodSchema);
      if (description !== undefined) jsonSchema.description = description;
      // zod drops the default of a field whose value is changed by parsing.
      if (zodSchema instanceof z.ZodDefault) jsonSchema.default = zodSchema.def.defaultValue;
      const implied = impliedDefaultOf(zodSchema);
      if (implied !== undefined) jsonSchema.default = implied;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, tidyJsonSchema(schema)]),
  );
}

/** A self-contained JSON Schema (2020-12) of an automation. */
export function automationJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $ref: '#/$defs/Automation',
    $defs: automationJsonSchemas((name) => `#/$defs/${name}`),
  };
}
