import { type ApiDocument, listOperations } from '@errand/api-types';
import type { Logger } from '@errand/app-runtime';
import type { Tracing } from '@errand/tracing';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { type Admission, admitRequests } from './admission.ts';
import { announceDeprecation } from './announce-deprecation.ts';
import { announceExpiry } from './announce-expiry.ts';
import { type Authenticate, requireCredentials } from './authenticate.ts';
import { readDeclaredCodes } from './declared-codes.ts';
import type { Route } from './define-route.ts';
import { createErrorHandler } from './error-handler.ts';
import type { ErrorShapes } from './error-shapes.ts';
import { ignoreConditions } from './ignore-conditions.ts';
import { JsonText } from './json-text.ts';
import { createOpenApiValidator } from './openapi-validator.ts';
import { readBody, readPublicBody } from './read-body.ts';
import { refuseNestedQuery } from './refuse-nested-query.ts';
import { refuseUnreadablePath } from './refuse-unreadable-path.ts';
import { type AnyResponse, findOperation, type RequestState } from './request-state.ts';
import { requireScopes } from './require-scopes.ts';
import { traceRequests } from './trace-request.ts';

/** The only dependency of the HTTP layer itself. */
interface Draining {
  /** Fires when the server begins to shut down: pending requests return immediately. */
  readonly draining: AbortSignal;
}

export interface ServedDocument<Needs extends Draining> {
  readonly document: ApiDocument;
  readonly routes: readonly Route<Needs>[];
  readonly shapes: ErrorShapes;
  readonly authenticate: Authenticate;
  /** Admission control, before anything that takes time. Default: admits everyone. */
  readonly admission?: Admission | undefined;
  /** Run after the credentials are checked and before the body is read. */
  readonly limits?: readonly RequestHandler[];
  /** Run after the body is read and before it is validated. */
  readonly checks?: readonly RequestHandler[];
  /** Records spans of requests. Default: none. */
  readonly tracing?: Tracing | undefined;
  readonly validateResponses: boolean;
  readonly dependencies: Needs;
  readonly logger: Logger;
}

/**
 * Serves every operation of a document with the route of the same name. Throws unless each
 * operation has exactly one route, and each route an operation.
 */
export function mountRoutes<Needs extends Draining>(served: ServedDocument<Needs>): Router {
  const routes = pairRoutes(served.document, served.routes);
  const router = express.Router();
  router.use(ignoreConditions, refuseUnreadablePath(served.authenticate));
  router.use(
    createOpenApiValidator({
      document: served.document,
      validateResponses: served.validateResponses,
      // A body costs time and memory, so it is read only after the credentials are checked. The
      // small body of a public operation is read first, so that no anonymous client holds a place.
      beforeValidation: [
        announceDeprecation,
        readPublicBody,
        ...admit(served.admission, routes),
        requireCredentials(served.authenticate),
        ...trace(served.tracing, routes),
        announceExpiry(served.logger),
        ...(served.limits ?? []),
        requireScopes(served.document),
        readBody,
        refuseNestedQuery,
        ...(served.checks ?? []),
      ],
    }),
  );
  router.use(dispatch(routes, served));
  const isDeclared = served.validateResponses ? readDeclaredCodes(served.document) : undefined;
  router.use(createErrorHandler({ ...served, routes, isDeclared }));
  return router;
}

function admit(
  admission: Admission | undefined,
  routes: ReadonlyMap<string, Route>,
): readonly RequestHandler[] {
  if (!admission) return [];
  return [admitRequests(admission, (operationId) => routes.get(operationId)?.isHeldOpen === true)];
}

function trace(
  tracing: Tracing | undefined,
  routes: ReadonlyMap<string, Route>,
): readonly RequestHandler[] {
  if (!tracing) return [];
  return [traceRequests(tracing, (operationId) => routes.get(operationId)?.isTraced === true)];
}

function pairRoutes<Needs>(
  document: ApiDocument,
  routes: readonly Route<Needs>[],
): Map<string, Route<Needs>> {
  const operationIds = listOperations(document).map(({ operationId }) => operationId);
  const byId = new Map<string, Route<Needs>>(routes.map((route) => [route.operationId, route]));
  const problems = [
    ...operationIds
      .filter((id) => !byId.has(id))
      .map((id) => `operation "${id}" has no route in routes.ts`),
    ...[...byId.keys()]
      .filter((id) => !operationIds.includes(id))
      .map((id) => `route "${id}" has no operation in the document`),
    ...routes
      .filter((route) => byId.get(route.operationId) !== route)
      .map(({ operationId }) => `operation "${operationId}" has two routes`),
  ];
  if (problems.length === 0) return byId;
  throw new Error(`Routes and ${document.info.title} do not match: ${problems.join('; ')}.`);
}

function dispatch<Needs extends Draining>(
  routes: Map<string, Route<Needs>>,
  { dependencies, validateResponses }: ServedDocument<Needs>,
): RequestHandler {
  return async (request: Request, response: AnyResponse) => {
    const operation = findOperation(request);
    const route = routes.get(operation?.operationId ?? '');
    if (!operation || !route)
      throw new Error(`"${request.path}" passed the validator, but is unknown.`);

    const { status, headers, body, events } = await route.handle(dependencies, {
      params: operation.pathParams,
      query: request.query,
      headers: request.headers,
      body: request.body,
      get accountId() {
        return readOwner(response, 'accountId');
      },
      get apiKeyId() {
        return readOwner(response, 'apiKeyId');
      },
      get scopes() {
        return readOwner(response, 'scopes');
      },
      get pool() {
        const { pool } = response.locals;
        if (pool === undefined) throw new Error(`"${route.operationId}" has no pool.`);
        return pool;
      },
      get worker() {
        const { worker } = response.locals;
        if (worker === undefined) throw new Error(`"${route.operationId}" has no worker.`);
        return worker;
      },
      cookieSessionId: response.locals.cookieSessionId,
      registrationId: response.locals.worker?.registrationId,
      trace: response.locals.trace,
      span: response.locals.span,
      signal: AbortSignal.any([dependencies.draining, whenClosed(response)]),
    });
    response.locals.taskId = taskIdOf(body);
    response.status(status).set(headers ?? {});
    if (events) await sendEvents(response, events);
    else if (body === undefined) response.end();
    else if (!(body instanceof JsonText)) response.json(body);
    // Only `json` is validated.
    else if (validateResponses) response.json(JSON.parse(body.text));
    else sendText(response, body);
  };
}

/** Writes each part separately: a joined text would be copied twice before it is sent. */
function sendText(response: AnyResponse, { parts }: JsonText<unknown>): void {
  const bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  response.type('json').set('content-length', String(bytes));
  for (const part of parts) response.write(part);
  response.end();
}

function taskIdOf(body: unknown): string | undefined {
  const isObject = typeof body === 'object' && body !== null;
  return isObject && 'task_id' in body ? String(body.task_id) : undefined;
}

/**
 * Returns a fact that authentication found about the API key. Throws in an operation without a key.
 */
function readOwner<Name extends 'accountId' | 'apiKeyId' | 'scopes'>(
  { locals }: AnyResponse,
  name: Name,
): NonNullable<RequestState[Name]> {
  const value = locals[name];
  if (value === undefined) throw new Error(`The operation has no API key, so no ${name}.`);
  return value;
}

async function sendEvents(response: AnyResponse, events: AsyncIterable<string>): Promise<void> {
  response.set({
    'content-type': 'text/event-stream; charset=utf-8',
    // Stops nginx from buffering events.
    'x-accel-buffering': 'no',
  });
  if (response.locals.isHead) {
    response.end();
    return;
  }
  response.flushHeaders();
  try {
    await pipeline(Readable.from(events), response);
  } catch (error) {
    // The client has disconnected.
    if (!isPrematureClose(error)) throw error;
  }
}

function isPrematureClose(error: unknown): boolean {
  return Error.isError(error) && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

function whenClosed(response: AnyResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort());
  return controller.signal;
}
