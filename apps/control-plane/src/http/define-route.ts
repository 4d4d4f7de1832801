import type { AdminApi, ErrandApi, WorkerApi } from '@errand/api-types';
import type { Span, TraceContext } from '@errand/tracing';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { RegisteredWorker, ShownPool } from './caller.ts';
import type { DomainError } from './domain-error.ts';
import type { Violation } from './invalid-request-error.ts';
import type { JsonText } from './json-text.ts';

type PublicOperationId = keyof ErrandApi.operations;
type WorkerOperationId = keyof WorkerApi.operations;
type AdminOperationId = keyof AdminApi.operations;

/** Operations of all documents; their names are unique across documents. */
export type OperationId = PublicOperationId | WorkerOperationId | AdminOperationId;

type Operation<Id extends OperationId> = Id extends WorkerOperationId
  ? WorkerApi.operations[Id]
  : Id extends PublicOperationId
    ? ErrandApi.operations[Id]
    : Id extends AdminOperationId
      ? AdminApi.operations[Id]
      : never;

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;

type Parameters<Id extends OperationId, Place extends 'path' | 'query' | 'header'> =
  Operation<Id> extends { parameters: { [Key in Place]?: infer Values } }
    ? NonNullable<Values>
    : never;

type LowerCased<Values> = {
  [Name in keyof Values as Name extends string ? Lowercase<Name> : never]: Values[Name];
};

type RequestBody<Id extends OperationId> =
  Operation<Id> extends { requestBody?: infer Body } ? Json<NonNullable<Body>> : never;

type Responses<Id extends OperationId> =
  Operation<Id> extends { responses: infer Declared } ? Declared : never;

/** A response that the document declares for the operation. */
export type RouteResponse<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string | string[]>>;
  } & ([Json<Responses<Id>[Status]>] extends [never]
    ? { readonly body?: never; readonly events?: AsyncIterable<string> }
    : { readonly body: Json<Responses<Id>[Status]> | JsonText<Json<Responses<Id>[Status]>> });
}[keyof Responses<Id>];

/** The validated request, typed by the document. */
export interface RouteRequest<Id extends OperationId> {
  readonly params: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
  /** Names in lower case. */
  readonly headers: LowerCased<Parameters<Id, 'header'>>;
  readonly body: RequestBody<Id>;
  /** Account of the API key. Reading it in an operation without an API key is a bug and throws. */
  readonly accountId: string;
  /** Id of the API key; throws without one. */
  readonly apiKeyId: string;
  /** Scopes of the API key; throws without one. */
  readonly scopes: readonly ApiKeyScope[];
  /** The session that the request belongs to; undefined if it was sent with an API key. */
  readonly cookieSessionId: string | undefined;
  /** The pool whose token was sent; throws without one. */
  readonly pool: ShownPool;
  /** The worker whose token was sent; throws without one. */
  readonly worker: RegisteredWorker;
  /** Registration of that worker; undefined for a local inference server. */
  readonly registrationId: string | undefined;
  /** The trace that tasks created by this request belong to, if any. */
  readonly trace: TraceContext | undefined;
  /** The span of this request; undefined if none is recorded. */
  readonly span: Span | undefined;
  /** Fires when the client disconnects or the server drains: stop waiting and return. */
  readonly signal: AbortSignal;
}

export interface RouteOptions {
  /**
   * The response is a stream or a long poll, which mostly idles: see `Admission`. Default false.
   */
  readonly isHeldOpen?: boolean;
  /** The operation creates tasks: its requests are spans of the tasks' traces. Default false. */
  readonly isTraced?: boolean;
  /**
   * Replaces the error of a request that breaks the schema, where the interface requires a
   * different one. Undefined keeps the 422 with the list.
   */
  readonly refuse?: (violations: readonly Violation[], body: unknown) => DomainError | undefined;
}

/**
 * A route as stored in the registry. `Needs` are its dependencies; a plain `Route` is any route.
 */
export interface Route<Needs = never> extends RouteOptions {
  readonly operationId: OperationId;
  readonly handle: (dependencies: Needs, request: AnyRouteRequest) => Promise<AnyRouteResponse>;
}

export interface AnyRouteRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly accountId: string;
  readonly apiKeyId: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly cookieSessionId: string | undefined;
  readonly pool: ShownPool;
  readonly worker: RegisteredWorker;
  readonly registrationId: string | undefined;
  readonly trace: TraceContext | undefined;
  readonly span: Span | undefined;
  readonly signal: AbortSignal;
}

export interface AnyRouteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: unknown;
  /** A stream of server-sent events instead of a body; the response ends with it. */
  readonly events?: AsyncIterable<string>;
}

/** A mapped type, so that literals of a response keep their types while `Needs` is inferred. */
type Handler<Id extends OperationId, Needs> = {
  [Name in Id]: (dependencies: Needs, request: RouteRequest<Name>) => Promise<RouteResponse<Name>>;
}[Id];

/**
 * Binds a handler to an operation of the OpenAPI documents, which define path, method, validation
 * and both types. Handlers throw DomainError; `http/error-handler.ts` turns it into a response.
 */
export function defineRoute<Id extends OperationId, Needs>(
  operationId: Id,
  handler: Handler<Id, Needs>,
  options: RouteOptions = {},
): Route<Needs> {
  // The validator has checked the request against the schemas that these types are generated from.
  return { ...options, operationId, handle: handler as unknown as Route<Needs>['handle'] };
}
