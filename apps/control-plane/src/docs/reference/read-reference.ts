import { type ApiDocument, METHODS } from '@errand/api-types';
import { isRecord } from '@errand/foundation';
import { z } from 'zod';
import { followReferences } from '../../http/body-schemas.ts';

/** A JSON Schema of the document, with references to components. */
export type Schema = Readonly<Record<string, unknown>>;

export type Reference = ReturnType<typeof readReference>;
export type Operation = Reference['operations'][number];
export type Content = Operation['requestBody']['content'];

/** Reads what the pages of the API reference show; resolves all references except those of schemas. */
export function readReference(document: ApiDocument) {
  const shapes = shapesOf(document);
  const { info, tags, security, components } = shapes.document.parse(document);
  const operationsIn = (paths: Readonly<Record<string, object>>, isWebhook: boolean) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const written: unknown = Reflect.get(methods, method);
        if (written === undefined) return [];
        const operation = shapes.operation.parse(written);
        const shared = shapes.path.parse(methods);
        const parameters = [...shared.parameters, ...operation.parameters];
        return [{ method, path, isWebhook, security, ...operation, parameters }];
      }),
    );
  return {
    info,
    tags,
    components,
    operations: [...operationsIn(document.paths, false), ...operationsIn(document.webhooks, true)],
  };
}

const schema = z.custom<Schema>(isRecord);
const named = <Shape extends z.ZodType>(shape: Shape) => z.record(z.string(), shape);
const security = z.array(named(z.array(z.string())));
const example = z.object({ summary: z.string().optional(), value: z.unknown() });
const content = named(z.object({ schema, examples: named(example).default({}) })).default({});
const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema,
  example: z.unknown(),
  'x-scope-by-value': named(z.string()).default({}),
});
const scheme = z.object({
  type: z.string(),
  in: z.string().optional(),
  name: z.string().optional(),
  scheme: z.string().optional(),
  description: z.string(),
});

/** The parts of a document that the pages show. */
function shapesOf(document: ApiDocument) {
  const followed = <Shape extends z.ZodType>(shape: Shape) =>
    z.preprocess((value) => followReferences(value, document), shape);
  const header = followed(z.object({ description: z.string(), schema, example: z.unknown() }));
  const response = followed(
    z.object({ description: z.string(), headers: named(header).default({}), content }),
  );
  const path = z.object({ parameters: z.array(followed(parameter)).default([]) });
  return {
    path,
    operation: path.extend({
      operationId: z.string(),
      tags: z.tuple([z.string()]),
      summary: z.string(),
      description: z.string(),
      deprecated: z.boolean().default(false),
      security: security.optional(),
      'x-scope': z.string().optional(),
      'x-max-body-bytes': z.number().optional(),
      requestBody: z
        .object({ required: z.boolean().default(false), content })
        .default({ required: false, content: {} }),
      responses: named(response),
    }),
    document: z.object({
      info: z.object({ description: z.string() }),
      tags: z.array(z.object({ name: z.string(), description: z.string() })),
      security,
      components: z.object({
        schemas: named(schema),
        securitySchemes: named(scheme),
      }),
    }),
  };
}
