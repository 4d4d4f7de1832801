import {
  listOperations,
  loadAdminDocument,
  loadErrandDocument,
  loadWorkerDocument,
  type ApiOperation,
} from '@errand/api-types';
import { z } from 'zod';
import type { JsonSchema } from './violate.ts';

export interface ContractParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: JsonSchema;
  readonly required?: boolean | undefined;
  readonly example?: unknown;
}

const DOCUMENTS = {
  errand: loadErrandDocument,
  worker: loadWorkerDocument,
  admin: loadAdminDocument,
} as const;

/** An operation of a document with all references resolved. */
export interface ContractOperation extends ApiOperation {
  readonly document: keyof typeof DOCUMENTS;
  /**
   * The path with the given parameter values, or else their examples, plus the required query
   * parameters.
   */
  readonly urlWith: (values: Readonly<Record<string, string>>) => string;
  readonly parameters: readonly ContractParameter[];
  readonly bodySchema: JsonSchema | undefined;
  /** The scope of API keys that the operation declares. */
  readonly scope: string | undefined;
  /** The declared limit, or the default. */
  readonly maxBodyBytes: number;
  /** Keyed by name. */
  readonly examples: Readonly<Record<string, unknown>>;
  /** The headers that an example says it needs. */
  readonly exampleHeaders: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly statuses: readonly number[];
  /** Schemas of the headers declared for a status, by name. */
  readonly headersOf: (status: number) => Readonly<Record<string, JsonSchema>>;
}

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  schema: z.custom<JsonSchema>(),
  example: z.unknown(),
});
/** Parameters of every operation of a path. */
const pathSchema = z.object({ parameters: z.array(parameterSchema).default([]) });
const operationSchema = z.object({
  'x-scope': z.string().optional(),
  'x-max-body-bytes': z.number().default(102_400),
  parameters: z.array(parameterSchema).default([]),
  responses: z.record(z.string(), z.unknown()),
  requestBody: z
    .object({
      content: z.object({
        'application/json': z.object({
          schema: z.custom<JsonSchema>(),
          examples: z.record(
            z.string(),
            z.object({
              value: z.unknown(),
              'x-headers': z.record(z.string(), z.string()).default({}),
            }),
          ),
        }),
      }),
    })
    .optional(),
});

const responseSchema = z.object({
  headers: z.record(z.string(), z.object({ schema: z.custom<JsonSchema>() })).default({}),
});

export function readEveryContract(): ContractOperation[] {
  return [...readContract('errand'), ...readContract('worker'), ...readContract('admin')];
}

export function readContract(name: ContractOperation['document'] = 'errand'): ContractOperation[] {
  const document = DOCUMENTS[name]();
  return listOperations(document).map((operation) => {
    const path = document.paths[operation.path] ?? {};
    const written: unknown = Reflect.get(path, operation.method);
    const {
      responses,
      requestBody,
      'x-scope': scope,
      'x-max-body-bytes': maxBodyBytes,
      ...own
    } = operationSchema.parse(resolveReferences(written, document, 0));
    const shared = pathSchema.parse(resolveReferences(path, document, 0));
    const parameters = [...shared.parameters, ...own.parameters];
    const media = requestBody?.content['application/json'];
    const examples = Object.entries(media?.examples ?? {});
    return {
      ...operation,
      scope,
      maxBodyBytes,
      document: name,
      parameters,
      urlWith: (values) => fillIn(operation.path, parameters, values),
      bodySchema: media?.schema,
      examples: Object.fromEntries(examples.map(([title, { value }]) => [title, value])),
      exampleHeaders: Object.fromEntries(
        examples.map(([title, { 'x-headers': headers }]) => [title, headers]),
      ),
      statuses: Object.keys(responses).map(Number),
      headersOf(status) {
        const { headers } = responseSchema.parse(responses[status]);
        return Object.fromEntries(
          Object.entries(headers).map(([header, { schema }]) => [header.toLowerCase(), schema]),
        );
      },
    };
  });
}

function fillIn(
  path: string,
  parameters: readonly ContractParameter[],
  values: Readonly<Record<string, string>>,
): string {
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, { name, example }) =>
        url.replace(`{${name}}`, encodeURIComponent(values[name] ?? String(example))),
      path,
    );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => [name, values[name] ?? String(example)]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}

/** Cuts off recursive schemas far deeper than any test request. */
const MAX_DEPTH = 30;

function resolveReferences(value: unknown, document: object, depth: number): unknown {
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) {
    return value.map((member) => resolveReferences(member, document, depth + 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  const { $ref: reference, ...own } = value as { $ref?: unknown };
  const target =
    typeof reference === 'string'
      ? reference
          .split('/')
          .slice(1)
          .reduce<unknown>((parent, name) => Reflect.get(Object(parent), name), document)
      : {};
  return Object.fromEntries(
    Object.entries({ ...(target as object), ...own }).map(([name, member]) => [
      name,
      resolveReferences(member, document, depth + 1),
    ]),
  );
}
