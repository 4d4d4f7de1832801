import type { ApiKeyScope } from './api-key-scope.ts';
import { DomainError } from './domain-error.ts';

/** The request's credentials are missing or invalid. */
export class UnauthorizedError extends DomainError {
  readonly code = 'unauthorized';
  readonly status = 401;
}

/** No account accepts the API key, or no longer. */
export class InvalidApiKeyError extends UnauthorizedError {
  constructor() {
    super('The API key is not valid: it is unknown, expired or revoked.');
  }
}

/** A session cookie came with a request that a page of another origin may have sent. */
export class CrossOriginRequestError extends DomainError {
  readonly code = 'cross-origin-request';
  readonly status = 401;

  constructor() {
    super(
      "The cookie of a session is accepted only in requests from this server's own pages, which browsers mark with Sec-Fetch-Site or Origin: send an API key in the x-api-key header instead.",
    );
  }
}

/** The API key is valid but lacks the scope; another key of the account may have it. */
export class MissingScopeError extends DomainError {
  readonly code = 'missing-scope';
  readonly status = 403;
  override readonly details: { readonly required_scope: ApiKeyScope };

  /** `member`: the member of the body that needs the scope, if the operation itself does not. */
  constructor(scope: ApiKeyScope, member?: string) {
    super(
      member === undefined
        ? `The API key lacks the scope "${scope}": use a key that has this scope, or create one.`
        : `The API key lacks the scope "${scope}", which "${member}" needs: use a key that has this scope, or leave "${member}" out.`,
    );
    this.details = { required_scope: scope };
  }
}

/** No operation has this path. */
export class UnknownPathError extends DomainError {
  readonly code = 'not-found';
  readonly status = 404;

  constructor(path: string) {
    const hint = path.startsWith('/worker/')
      ? 'the worker protocol is served on WORKER_PORT'
      : 'see the OpenAPI document for all paths';
    super(`There is nothing at "${path.slice(0, 200)}": ${hint}.`);
  }
}

/** The path exists, but not with this method. */
export class MethodNotAllowedError extends DomainError {
  readonly code = 'method-not-allowed';
  readonly status = 405;
  /** Value of the Allow header. */
  readonly allow: string;

  constructor(method: string, allow: string) {
    super(`${method} is not available here: use ${allow}.`);
    this.allow = allow;
  }
}

/** The body cannot be read. */
export class MalformedBodyError extends DomainError {
  readonly code = 'malformed-request';
  readonly status = 400;

  constructor(encoding: string, cause: Error) {
    super(`The body is not valid ${encoding}: ${cause.message.replace(/\.$/, '')}.`, { cause });
  }
}

/** The body exceeds the limit. */
export class PayloadTooLargeError extends DomainError {
  readonly code = 'payload-too-large';
  readonly status = 413;

  constructor(maxBytes: number) {
    super(`The body is larger than the limit of ${maxBytes} bytes.`);
  }
}

/** The body is missing or is not JSON. */
export class UnsupportedMediaTypeError extends DomainError {
  readonly code = 'unsupported-media-type';
  readonly status = 415;

  constructor(contentType: string | undefined) {
    super(
      contentType === undefined
        ? 'The body or its content type is missing: send application/json.'
        : `The content type "${contentType.slice(0, 200)}" is not supported: send application/json.`,
    );
  }
}

/** The address sent too many invalid credentials, and these were never valid there. */
export class TooManyFailedKeysError extends DomainError {
  readonly code = 'too-many-failed-keys';
  readonly status = 429;

  constructor(limit: number) {
    super(
      `This address sent ${limit} requests with wrong credentials within a minute: check the key and try again in a minute.`,
    );
  }
}

/** The key, the account or the address has used up its requests per minute. */
export class TooManyRequestsError extends DomainError {
  readonly code = 'too-many-requests';
  readonly status = 429;
  override readonly retry = 'automation';

  constructor(
    limit: number,
    { waitSeconds, isOfAccount }: { readonly waitSeconds: number; readonly isOfAccount: boolean },
  ) {
    const whose = isOfAccount ? ', for all keys of the account,' : '';
    super(
      `All ${limit} requests of this minute${whose} are used up: try again in ${waitSeconds} seconds.`,
    );
  }
}

/** The database cannot hold a string of the request, so a retry is pointless. */
export class UnstorableTextError extends DomainError {
  readonly code = 'unstorable-text';
  readonly status = 422;

  constructor(options?: ErrorOptions) {
    super(
      'The request contains text that cannot be stored: U+0000, a lone surrogate, or lists and objects nested too deeply.',
      options,
    );
  }
}

/** The server has reached its limit of concurrent requests; a retry may succeed soon. */
export class ServerBusyError extends DomainError {
  readonly code = 'server-busy';
  readonly status = 503;

  constructor(options?: ErrorOptions) {
    super(
      'The server is busy: try again in a few seconds, and wait longer each time if it stays busy.',
      options,
    );
  }
}

/** The object store is unavailable; a retry may succeed soon. */
export class FilesUnavailableError extends DomainError {
  readonly code = 'unavailable';
  readonly status = 503;

  constructor(options?: ErrorOptions) {
    super('The server cannot reach its files: try again in a few seconds.', options);
  }
}

/** The database is unavailable or timed out; a retry may succeed soon. */
export class DatabaseUnavailableError extends DomainError {
  readonly code = 'database-unavailable';
  readonly status = 503;

  constructor(options?: ErrorOptions) {
    super('The server cannot reach its database: try again in a few seconds.', options);
  }
}

/**
 * The same message for every token that does not belong to a pool, so that it does not reveal the reason.
 */
export const POOL_TOKEN_REFUSED =
  'The worker token is missing or wrong: register with "Authorization: Bearer <token of the pool>", the token that "errand admin pools create" printed, or with WORKER_TOKEN.';

/**
 * The same message for every token without a registration, so that it does not reveal the reason.
 */
export const WORKER_TOKEN_REFUSED =
  'The worker token is missing, unknown or expired: register with the token of the pool, and send the returned token as "Authorization: Bearer".';
