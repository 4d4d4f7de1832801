import type { Request, Response } from 'express';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { RegisteredWorker, ShownPool } from './caller.ts';

/** What the stages of one request tell each other; in `response.locals`. */
export type RequestState = {
  requestId?: string;
  /** The request came as HEAD: a body goes nowhere, so a stream needs not begin. */
  isHead?: boolean;
  /** Set by authentication. */
  apiKeyId?: string;
  /** Set by authentication. */
  accountId?: string;
  /** Set by authentication; of the API key. */
  scopes?: readonly ApiKeyScope[];
  /** Set by authentication; when the API key expires, if that is soon. */
  expiresSoonAt?: Date | undefined;
  /** Set by authentication: who registers a worker. */
  pool?: ShownPool;
  /** Set by authentication. */
  worker?: RegisteredWorker;
};

export type AnyResponse = Response<unknown, RequestState>;

/** The operation that the validator has found for a request. */
export interface FoundOperation {
  readonly operationId: string;
  readonly pathParams: Readonly<Record<string, string>>;
  /** Names of the credentials that are accepted; empty for an open operation, undefined for the document's own. */
  readonly security: readonly object[] | undefined;
  /** `x-max-body-bytes` of the operation; undefined: the usual limit. */
  readonly maxBodyBytes: number | undefined;
}

/** Undefined for a path or method that the document does not have. */
export function findOperation(request: Request): FoundOperation | undefined {
  if (!('openapi' in request)) return undefined;
  // Set by express-openapi-validator, whose own type for it is a union with booleans.
  const { schema, pathParams } = request.openapi as {
    schema: {
      operationId: string;
      security?: readonly object[];
      'x-max-body-bytes'?: number;
    };
    pathParams: Record<string, string>;
  };
  const { operationId, security, 'x-max-body-bytes': maxBodyBytes } = schema;
  return { operationId, pathParams, security, maxBodyBytes };
}
