import type { Request, Response } from 'express';
import type { Span, TraceContext } from '@errand/tracing';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { RegisteredWorker, ShownPool } from './caller.ts';

/** State shared by the stages of one request, in `response.locals`. */
export type RequestState = {
  requestId?: string;
  arrivedAt?: Date;
  /** Trace position for what this request causes: its span's or else the client's, if any. */
  trace?: TraceContext | undefined;
  /** The span of the request; undefined if none is recorded. */
  span?: Span | undefined;
  /** The task that the response is about. */
  taskId?: string | undefined;
  /** The request was a HEAD: the response body is discarded, so no stream is started. */
  isHead?: boolean;
  /** Releases the request's admission place before its response closes. Safe to repeat. */
  leavePlace?: () => void;
  /** Set by authentication. */
  apiKeyId?: string;
  /** Set by authentication. */
  accountId?: string;
  /** Scopes of the API key, set by authentication. */
  scopes?: readonly ApiKeyScope[];
  /** Expiry of the API key, set by authentication only when it is soon. */
  expiresSoonAt?: Date | undefined;
  /** The session that authenticated the request; undefined for a request with an API key. */
  cookieSessionId?: string | undefined;
  /** The pool that registers a worker, set by authentication. */
  pool?: ShownPool;
  /** Set by authentication. */
  worker?: RegisteredWorker;
};

export type AnyResponse = Response<unknown, RequestState>;

/** The operation that the validator found for a request. */
export interface FoundOperation {
  readonly operationId: string;
  readonly isDeprecated: boolean;
  /** Path in the document, such as `/api/v1/tasks/{task_id}`. */
  readonly route: string;
  readonly pathParams: Readonly<Record<string, string>>;
  /** Accepted credentials; empty for a public operation, undefined for the document's default. */
  readonly security: readonly object[] | undefined;
  /** Whether the operation declares a body. */
  readonly hasBody: boolean;
  /** `x-max-body-bytes` of the operation; undefined: the default limit. */
  readonly maxBodyBytes: number | undefined;
}

/** Undefined for an unknown path or method. */
export function findOperation(request: Request): FoundOperation | undefined {
  if (!('openapi' in request)) return undefined;
  // Set by express-openapi-validator, whose own type for it is a union with booleans.
  const { schema, pathParams, openApiRoute } = request.openapi as {
    schema: {
      operationId: string;
      deprecated?: boolean;
      security?: readonly object[];
      // Null, set by the validator, where the document has none.
      requestBody?: object | null;
      'x-max-body-bytes'?: number;
    };
    pathParams: Record<string, string>;
    openApiRoute: string;
  };
  const { operationId, security, 'x-max-body-bytes': maxBodyBytes } = schema;
  const isDeprecated = schema.deprecated === true;
  const hasBody = Boolean(schema.requestBody);
  const accepted = { security, hasBody, maxBodyBytes };
  return { operationId, isDeprecated, route: openApiRoute, pathParams, ...accepted };
}
