import type { ApiDocument } from '@errand/api-types';
import type { Request, RequestHandler } from 'express';
import { error as validatorErrors, middleware } from 'express-openapi-validator';
import { explainViolation } from './explain-violation.ts';
import {
  MethodNotAllowedError,
  UnknownPathError,
  UnsupportedMediaTypeError,
} from './http-errors.ts';
import { InvalidRequestError, type Violation } from './invalid-request-error.ts';
import { prepareDocument } from './prepare-document.ts';
import { readMember } from './read-member.ts';
import { findOperation } from './request-state.ts';

/** Limits the list of violations: a hostile body can have one per byte. */
const MAX_VIOLATIONS = 100;
const MAX_NAME_LENGTH = 200;

/** A handler's response does not match the document. A bug on our side. */
class InvalidResponseError extends Error {
  constructor(cause: Error) {
    super(`The response does not match the API document: ${cause.message}`);
    this.name = new.target.name;
  }
}

/**
 * Finds the operation of a request, runs `beforeValidation`, then checks the request and, if
 * enabled, the response. Throws InvalidRequestError, UnknownPathError, MethodNotAllowedError,
 * UnsupportedMediaTypeError, InvalidResponseError.
 */
export function createOpenApiValidator(options: {
  readonly document: ApiDocument;
  readonly validateResponses: boolean;
  readonly beforeValidation: readonly RequestHandler[];
}): RequestHandler[] {
  const stages = createStages(options.document, options.validateResponses);
  const position = stages.findIndex(({ name }) => name === 'requestMiddleware');
  if (position === -1)
    throw new Error('express-openapi-validator has no stage "requestMiddleware".');
  return [...stages.slice(0, position), ...options.beforeValidation, ...stages.slice(position)];
}

/** Keyed by what they check. */
const stagesInUse = new Map<string, readonly RequestHandler[]>();

/**
 * Creates the stages of the validator. Apps with equal documents share them, because compiling the
 * schemas costs more than most tests that start an app.
 */
function createStages(
  document: ApiDocument,
  validateResponses: boolean,
): readonly RequestHandler[] {
  const key = JSON.stringify([validateResponses, document]);
  const inUse = stagesInUse.get(key);
  if (inUse) return inUse;
  const stages = middleware({
    apiSpec: prepareDocument(document),
    // The generated documents have no references to other files.
    $refParser: { mode: 'none' },
    // The tests of @errand/api-types check the documents.
    validateApiSpec: false,
    validateRequests: { allErrors: true },
    validateResponses: validateResponses && {
      allErrors: true,
      onError: (error) => {
        throw new InvalidResponseError(error);
      },
    },
    // Credentials are checked before validation, and the result is more than yes or no: see
    // authenticate.ts.
    validateSecurity: false,
    fileUploader: false,
  });
  stagesInUse.set(key, stages);
  return stages;
}

/** Turns errors of the validator into errors of this app; returns other errors unchanged. */
export function translateValidatorError(error: unknown, request: Request): unknown {
  if (error instanceof validatorErrors.NotFound) return new UnknownPathError(request.path);
  if (error instanceof validatorErrors.MethodNotAllowed) {
    const { Allow = 'another method' } = error.headers ?? {};
    // GET operations also serve HEAD.
    return new MethodNotAllowedError(request.method, Allow.replace(/\bGET\b/, 'GET, HEAD'));
  }
  if (error instanceof validatorErrors.UnsupportedMediaType) {
    return new UnsupportedMediaTypeError(request.headers['content-type']);
  }
  if (!(error instanceof validatorErrors.BadRequest)) return error;
  const violations = describeViolations(error.errors, (root) => readPlace(root, request));
  return new InvalidRequestError(violations);
}

/** A violation as express-openapi-validator reports it. */
interface FoundViolation {
  readonly path: string;
  readonly message: string;
}

/** Puts the first 100 violations into words. `read` returns the part of the request at a root. */
export function describeViolations(
  found: readonly FoundViolation[],
  read: (root: string) => unknown,
): readonly Violation[] {
  return (
    found
      .slice(0, MAX_VIOLATIONS)
      .map((violation) => describe(violation, read))
      // Only repeats that a branch is violated; the branch's own violations are listed.
      .filter(({ type }) => type !== 'if')
  );
}

function describe(violation: FoundViolation, read: (root: string) => unknown): Violation {
  const [root = '', ...names] = violation.path.split('/').slice(1).map(unescapePointer);
  const part = read(root);
  const loc = root === 'body' ? ['body', ...numberPositions(names, part)] : locate(root, names);
  const value = names.reduce<unknown>(readMember, part);
  return {
    loc,
    msg: explainViolation({ message: violation.message, loc, value }),
    type: errorCodeOf(violation)?.split('.')[0] ?? kindOf(violation.message),
  };
}

function readPlace(root: string, request: Request): unknown {
  if (root === 'body') return request.body;
  if (root === 'query') return request.query;
  return root === 'headers' ? request.headers : findOperation(request)?.pathParams;
}

function locate(root: string, names: readonly string[]): string[] {
  const places: Readonly<Record<string, string>> = { params: 'path', headers: 'header' };
  return [places[root] ?? (root || 'path'), ...names];
}

/** Turns list positions into numbers; only the body can distinguish them from names. */
function numberPositions(names: readonly string[], body: unknown): (string | number)[] {
  let value = body;
  return names.map((name) => {
    const isPosition = Array.isArray(value) && /^\d+$/.test(name);
    value = readMember(value, name);
    return isPosition ? Number(name) : name.slice(0, MAX_NAME_LENGTH);
  });
}

function unescapePointer(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The kind of a violation that the validator finds in the query without a schema. */
function kindOf(message: string): string {
  return message.startsWith('Empty value') ? 'minLength' : 'additionalProperties';
}

/** The validator's type declares `error_code`, but its errors have `errorCode`. */
function errorCodeOf(violation: object): string | undefined {
  return 'errorCode' in violation && typeof violation.errorCode === 'string'
    ? violation.errorCode
    : undefined;
}
