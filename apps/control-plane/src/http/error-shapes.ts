import { type ApiDocument, listOperations } from '@errand/api-types';
import { z } from 'zod';
import type { DomainError } from './domain-error.ts';
import { DatabaseUnavailableError } from './http-errors.ts';
import { InvalidRequestError } from './invalid-request-error.ts';
import { hasMember } from './read-member.ts';

type WriteBody = (error: DomainError, requestBody: unknown) => object;

/**
 * The worker protocol has one code per status, except for an unavailable database, which does not
 * end a lease.
 */
function workerCodeOf(error: DomainError): string {
  if (error instanceof DatabaseUnavailableError) return error.code;
  if (OWN_CODES.has(error.code)) return error.code;
  return WORKER_CODES[error.status] ?? 'internal-error';
}

/** Codes that workers must distinguish from others of the same status. */
const OWN_CODES: ReadonlySet<string> = new Set([
  'label-not-in-pool',
  'worker-id-taken',
  'integration-missing',
  'integration-refused',
  'messages-refused',
  'messages-unavailable',
  'missing-scope',
  'storage-full',
  'attempt-storage-full',
]);

const WORKER_CODES: Readonly<Record<number, string>> = {
  400: 'malformed-request',
  401: 'unauthorized',
  403: 'secret-refused',
  404: 'not-found',
  409: 'lease-lost',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  422: 'invalid-request',
  424: 'secret-unavailable',
  429: 'too-many-requests',
  503: 'unavailable',
};

const detailError: WriteBody = ({ message }) => ({ detail: message });
const submitError: WriteBody = ({ message }) => ({ success: false, message });
const olderError: WriteBody = ({ message }) => ({ error: message });

/** How to fill each error schema of the documents. */
const SHAPES = {
  DetailError: detailError,
  ForbiddenError: ({ message, code, details }) => ({ detail: message, code, ...details }),
  SubmitError: submitError,
  OlderError: olderError,
  SubmitOrOlderError: (error, body) =>
    isOlderSubmission(body) ? olderError(error, body) : submitError(error, body),
  ValidationError: (error) => ({
    detail:
      error instanceof InvalidRequestError
        ? error.violations
        : [{ loc: ['body'], msg: error.message, type: error.code }],
  }),
  TicketRefusal: ({ code, message, details }) => ({ error: { code, message, ...details } }),
  WorkerError: (error) => ({
    error: {
      code: workerCodeOf(error),
      message: error.message,
      ...(error.retry && { retry: error.retry }),
    },
  }),
} satisfies Record<string, WriteBody>;

type ErrorShape = keyof typeof SHAPES;

export interface ErrorShapes {
  /** Body in the schema that the document declares for this operation and status. */
  readonly writeBody: (
    operationId: string | undefined,
    error: DomainError,
    requestBody: unknown,
  ) => object;
  /** Name of the error for `x-error-code`; equals the body's member `code` if there is one. */
  readonly codeOf: (operationId: string | undefined, error: DomainError) => string;
  /** Whether the error schema of this operation depends on the request body. */
  readonly dependOnBody: (operationId: string | undefined) => boolean;
}

/** Reads the error schema that the document declares for each operation and status. */
export function readErrorShapes(document: ApiDocument, fallback: ErrorShape): ErrorShapes {
  const declared = new Map<string, ErrorShape>();
  for (const operation of listOperations(document)) {
    for (const [status, shape] of readResponses(document, operation)) {
      declared.set(`${operation.operationId} ${status}`, shape);
    }
  }
  const shapeOf = (operationId: string | undefined, { status }: DomainError): ErrorShape =>
    declared.get(`${operationId} ${status}`) ?? declared.get(`${operationId} 500`) ?? fallback;
  return {
    writeBody: (operationId, error, requestBody) =>
      SHAPES[shapeOf(operationId, error)](error, requestBody),
    codeOf: (operationId, error) =>
      shapeOf(operationId, error) === 'WorkerError' ? workerCodeOf(error) : error.code,
    dependOnBody: (operationId) => declared.get(`${operationId} 401`) === 'SubmitOrOlderError',
  };
}

/** Whether a submission has the older form, as `SubmitBody` of the document defines it. */
export function isOlderSubmission(body: unknown): boolean {
  if (hasMember(body, 'end_point')) return true;
  return hasMember(body, 'goal') && !hasMember(body, 'endpoint_name');
}

const responseSchema = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
});
const operationSchema = z.object({ responses: z.record(z.string(), z.unknown()) });
const referenceSchema = z.object({ $ref: z.string() });
const responsesSchema = z.object({ responses: z.record(z.string(), z.unknown()) });

function readResponses(
  document: ApiDocument,
  { path, method }: { readonly path: string; readonly method: string },
): [string, ErrorShape][] {
  const operation: unknown = Reflect.get(document.paths[path] ?? {}, method);
  const named = responsesSchema.safeParse(document.components).data?.responses ?? {};
  return Object.entries(operationSchema.parse(operation).responses).flatMap(
    ([status, response]) => {
      const reference = referenceSchema.safeParse(response).data?.$ref.split('/').at(-1);
      const parsed = responseSchema.safeParse(
        reference === undefined ? response : named[reference],
      );
      const name = parsed.data?.content['application/json'].schema.$ref.split('/').at(-1) ?? '';
      return isErrorShape(name) ? [[status, name] satisfies [string, ErrorShape]] : [];
    },
  );
}

function isErrorShape(name: string): name is ErrorShape {
  return Object.hasOwn(SHAPES, name);
}
