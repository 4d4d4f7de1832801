import type { Logger } from '@errand/app-runtime';
import { ObjectStorageUnavailableError } from '@errand/object-storage';
import { SealedValueError } from '@errand/secrets';
import type { ErrorRequestHandler, NextFunction, Request } from 'express';
import { findBrokenConstraint } from '../database/broken-constraint.ts';
import { isDatabaseAway, isTextRefused } from './database-faults.ts';
import type { Route } from './define-route.ts';
import { type IsDeclared, UndeclaredErrorError } from './declared-codes.ts';
import { describeRequest } from './describe-request.ts';
import { DomainError } from './domain-error.ts';
import { linkToError } from './error-pages.ts';
import type { ErrorShapes } from './error-shapes.ts';
import {
  DatabaseUnavailableError,
  FilesUnavailableError,
  InvalidApiKeyError,
  MethodNotAllowedError,
  MissingScopeError,
  ServerBusyError,
  UnstorableTextError,
} from './http-errors.ts';
import { InvalidRequestError } from './invalid-request-error.ts';
import { readBodyForError } from './read-body-for-error.ts';
import { translateValidatorError } from './openapi-validator.ts';
import { type AnyResponse, findOperation } from './request-state.ts';

/** The `Retry-After` of 503 responses. */
export const RETRY_AFTER_SECONDS = 2;

/** A bug as the client sees it; only the log contains the details. */
class UnexpectedError extends DomainError {
  readonly code = 'internal-error';
  readonly status = 500;

  constructor(options: ErrorOptions) {
    super(
      'The server encountered an unexpected error. Quote the x-request-id header when you report it.',
      options,
    );
  }
}

/** A sealed value in the database cannot be opened; only the log says which. */
export class StoredSecretDamagedError extends DomainError {
  readonly code = 'stored-secret-damaged';
  readonly status = 500;

  constructor(options: ErrorOptions) {
    super(
      'A stored secret that this request needs cannot be decrypted: it was changed, or its key was removed from SEALING_KEYS. Replace it, or quote the x-request-id header to the operator.',
      options,
    );
  }
}

/**
 * The only place that turns an error into a response; the document declares the body's schema per
 * operation.
 */
export function createErrorHandler(options: {
  readonly routes: ReadonlyMap<string, Route>;
  readonly shapes: ErrorShapes;
  /** Set if undeclared errors are bugs, as in development. Default: every error is declared. */
  readonly isDeclared?: IsDeclared | undefined;
  readonly logger: Logger;
}): ErrorRequestHandler {
  const { routes, shapes, isDeclared = () => true, logger } = options;
  return async (error: unknown, request: Request, response: AnyResponse, next: NextFunction) => {
    await readBodyForError(request, response, shapes);
    const operationId = findOperation(request)?.operationId;
    const known = refuse(
      toDomainError(translateValidatorError(error, request), response.locals.accountId),
      routes.get(operationId ?? ''),
      request.body,
    );
    if (operationId !== undefined && !isDeclared(operationId, known)) {
      throw new UndeclaredErrorError(operationId, known, error);
    }
    const isFault = known.status === 500 || known.status === 503;
    // Busy refusals are logged as a count: one line each would cost more than the refusal itself.
    if (isFault && !(known instanceof ServerBusyError)) {
      const level = known.status === 500 ? 'error' : 'warn';
      const about = describeRequest(request, response);
      logger.log(level, 'request failed', { ...about, operationId, ...describe(error) });
    }
    if (response.headersSent) {
      // Too late for another response: Express closes the connection, so the client sees a
      // truncated response.
      next(error);
      return;
    }
    if (known instanceof MethodNotAllowedError) {
      const isQuestion = request.method === 'OPTIONS';
      response.setHeader('allow', isQuestion ? `${known.allow}, OPTIONS` : known.allow);
      if (isQuestion) {
        response.status(204).end();
        return;
      }
    }
    if (known.status === 503 || (known.status === 429 && !response.hasHeader('retry-after')))
      response.setHeader('retry-after', RETRY_AFTER_SECONDS);
    writeCode(response, shapes.codeOf(operationId, known));
    if (known instanceof MissingScopeError) {
      const scope = known.details.required_scope;
      response.setHeader(
        'www-authenticate',
        `x-api-key error="insufficient_scope", scope="${scope}"`,
      );
    }
    response.status(known.status);
    response.json(shapes.writeBody(operationId, known, request.body));
  };
}

/** Names the error, and links to its documentation. */
function writeCode(response: AnyResponse, code: string): void {
  response.setHeader('x-error-code', code);
  response.append('link', linkToError(code));
}

function toDomainError(error: unknown, accountId: string | undefined): DomainError {
  if (error instanceof DomainError) return error;
  if (accountId !== undefined && isOwnerGone(error)) return new InvalidApiKeyError();
  if (error instanceof ObjectStorageUnavailableError) {
    return new FilesUnavailableError({ cause: error });
  }
  if (error instanceof SealedValueError) return new StoredSecretDamagedError({ cause: error });
  if (isDatabaseAway(error)) return new DatabaseUnavailableError({ cause: error });
  if (isTextRefused(error)) return new UnstorableTextError({ cause: error });
  return new UnexpectedError({ cause: error });
}

/** The account was deleted while the request was served. */
function isOwnerGone(error: unknown): boolean {
  return /_(?:account|api_key)_id_fkey$/.test(findBrokenConstraint(error) ?? '');
}

function refuse(error: DomainError, route: Route | undefined, body: unknown): DomainError {
  if (!(error instanceof InvalidRequestError)) return error;
  return route?.refuse?.(error.violations, body) ?? error;
}

/** Keeps only the message's first line: later ones may quote values, which may be secrets. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { error: typeof error };
  const [message = ''] = error.message.trim().split('\n');
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return {
    errorName: error.name,
    errorMessage: message.slice(0, 500),
    errorStack: frames.join('\n'),
    ...('code' in error ? { errorCode: error.code } : {}),
  };
}
