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

/** More violations than this are not listed: a hostile body can have one for every byte. */
const MAX_VIOLATIONS = 100;
const MAX_NAME_LENGTH = 200;

/** The part of a document's response that a handler's answer does not match. A bug of ours. */
export class InvalidResponseError extends Error {
  constructor(cause: Error) {
    super(`The answer is not as the document declares it: ${cause.message}`);
    this.name = new.target.name;
  }
}

/**
 * Finds the operation of a request, lets `beforeValidation` run, then checks the request, and the answer if wished.
 * Throws InvalidRequestError, UnknownPathError, MethodNotAllowedError, UnsupportedMediaTypeError, InvalidResponseError.
 */
export function createOpenApiValidator(options: {
  readonly document: ApiDocument;
  readonly validateResponses: boolean;
  readonly beforeValidation: readonly RequestHandler[];
}): RequestHandler[] {
  const stages = middleware({
    apiSpec: prepareDocument(options.document),
    // The tests of @errand/api-types check the documents.
    validateApiSpec: false,
    validateRequests: { allErrors: true },
    validateResponses: options.validateResponses && {
      allErrors: true,
      onError: (error) => {
        throw new InvalidResponseError(error);
      },
    },
    // Credentials come before validation but need more than a yes or no: see authenticate.ts.
    validateSecurity: false,
    fileUploader: false,
  });
  const position = stages.findIndex(({ name }) => name === 'requestMiddleware');
  if (position === -1)
    throw new Error('express-openapi-validator has no stage "requestMiddleware".');
  return [...stages.slice(0, position), ...options.beforeValidation, ...stages.slice(position)];
}

/** Makes errors of the validator those of this app; any other is answered as it is. */
export function translateValidatorError(error: unknown, request: Request): unknown {
  if (error instanceof validatorErrors.NotFound) return new UnknownPathError(request.path);
  if (error instanceof validatorErrors.MethodNotAllowed) {
    const { Allow = 'another method' } = error.headers ?? {};
    // GET answers HEAD as well.
    return new MethodNotAllowedError(request.method, Allow.replace(/\bGET\b/, 'GET, HEAD'));
  }
  if (error instanceof validatorErrors.UnsupportedMediaType) {
    return new UnsupportedMediaTypeError(request.headers['content-type']);
  }
  if (!(error instanceof validatorErrors.BadRequest)) return error;
  const violations = error.errors
    .slice(0, MAX_VIOLATIONS)
    .map((violation) => describe(violation, request))
    // Says only that the branch which fits is broken, whose own violations are listed.
    .filter(({ type }) => type !== 'if');
  return new InvalidRequestError(violations);
}

function describe(
  violation: { readonly path: string; readonly message: string },
  request: Request,
): Violation {
  const [root = '', ...names] = violation.path.split('/').slice(1).map(unescapePointer);
  const loc =
    root === 'body' ? ['body', ...numberPositions(names, request.body)] : locate(root, names);
  const value = names.reduce<unknown>(readMember, readPlace(root, request));
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

/** List positions become numbers; only the body tells them from names. */
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

/** Of what the validator finds in the query without a schema. */
function kindOf(message: string): string {
  return message.startsWith('Empty value') ? 'minLength' : 'additionalProperties';
}

/** The validator's type says `error_code`, its errors say `errorCode`. */
function errorCodeOf(violation: object): string | undefined {
  return 'errorCode' in violation && typeof violation.errorCode === 'string'
    ? violation.errorCode
    : undefined;
}
