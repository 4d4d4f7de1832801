import type { AdminApi, ErrandApi, WorkerApi } from '@errand/api-types';
import type { ApiKeyScope } from './api-key-scope.ts';
import type { RegisteredWorker, ShownPool } from './caller.ts';
import type { DomainError } from './domain-error.ts';
import type { Violation } from './invalid-request-error.ts';

type PublicOperationId = keyof ErrandApi.operations;
type WorkerOperationId = keyof WorkerApi.operations;
type AdminOperationId = keyof AdminApi.operations;

/** Operations of all documents; the names are unique across them. */
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

/** One of the answers that the document declares for the operation. */
export type RouteResponse<Id extends OperationId> = {
  [Status in keyof Responses<Id>]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & ([Json<Responses<Id>[Status]>] extends [never]
    ? { readonly body?: never; readonly events?: AsyncIterable<string> }
    : { readonly body: Json<Responses<Id>[Status]> });
}[keyof Responses<Id>];

/** What the validator has let through, typed by the document. */
export interface RouteRequest<Id extends OperationId> {
  readonly params: Parameters<Id, 'path'>;
  readonly query: Parameters<Id, 'query'>;
  /** Names in lower case. */
  readonly headers: LowerCased<Parameters<Id, 'header'>>;
  readonly body: RequestBody<Id>;
  /** Account of the API key. Reading it in an operation without API key is a bug and throws. */
  readonly accountId: string;
  /** Of the API key itself; the same holds. */
  readonly apiKeyId: string;
  /** What the API key may do; the same holds. */
  readonly scopes: readonly ApiKeyScope[];
  /** The pool whose token came; the same holds. */
  readonly pool: ShownPool;
  /** The worker whose token came; the same holds. */
  readonly worker: RegisteredWorker;
  /** Of that worker; undefined for a local inference server. */
  readonly registrationId: string | undefined;
  /** Fires when the client is gone or the server drains: end every wait and answer at once. */
  readonly signal: AbortSignal;
}

export interface RouteOptions {
  /** The answer is a stream or a long poll, which mostly waits: see `Admission`. Default false. */
  readonly isHeldOpen?: boolean;
  /**
   * Makes another error of a request that breaks the schema, where the interface asks for one.
   * Undefined leaves it at 422 with the list.
   */
  readonly refuse?: (violations: readonly Violation[], body: unknown) => DomainError | undefined;
}

/** A route as the registry holds it. `Needs`: the dependencies that it asks for; a `Route` alone is any route. */
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
  readonly pool: ShownPool;
  readonly worker: RegisteredWorker;
  readonly registrationId: string | undefined;
  readonly signal: AbortSignal;
}

export interface AnyRouteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A stream of server-sent events in place of a body; ends when it does. */
  readonly events?: AsyncIterable<string>;
}

/** A mapped type, because the literals of an answer then keep their types while `Needs` is inferred. */
type Handler<Id extends OperationId, Needs> = {
  [Name in Id]: (dependencies: Needs, request: RouteRequest<Name>) => Promise<RouteResponse<Name>>;
}[Id];

/**
 * Binds a handler to an operation of the OpenAPI documents, which give path, method, validation and both types.
 * Errors are thrown as DomainError; `http/error-handler.ts` makes the answer of them.
 */
export function defineRoute<Id extends OperationId, Needs>(
  operationId: Id,
  handler: Handler<Id, Needs>,
  options: RouteOptions = {},
): Route<Needs> {
  // The validator has checked the request against the schemas these types are generated from.
  return { ...options, operationId, handle: handler as unknown as Route<Needs>['handle'] };
}
