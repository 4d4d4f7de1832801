import { DomainError } from '../http/domain-error.ts';

/** The account has no key with this id. */
export class ApiKeyNotFoundError extends DomainError {
  readonly code = 'api-key-not-found';
  readonly status = 404;

  constructor(apiKeyId: string) {
    super(`There is no API key with the id "${apiKeyId}".`);
  }
}

/**
 * Revoking the last valid key with the scope "admin" would leave nobody able to create one over
 * HTTP.
 */
export class LastApiKeyError extends DomainError {
  readonly code = 'last-api-key';
  readonly status = 409;

  constructor(name: string) {
    super(
      `"${name}" is the last valid API key of the account with the scope "admin": create another one first.`,
    );
  }
}

/** The account has reached its limit of valid keys. */
export class ApiKeyLimitError extends DomainError {
  readonly code = 'api-key-limit';
  readonly status = 409;

  constructor(limit: number) {
    super(
      `The account has ${limit} valid API keys, which is the limit: revoke one that is no longer used.`,
    );
  }
}

/** The account is being deleted, so nobody may get access to it any longer. */
export class AccountDeletedError extends DomainError {
  readonly code = 'account-deleted';
  readonly status = 409;

  constructor(accountId: string) {
    super(`Account "${accountId}" is being deleted: use another account for a new key.`);
  }
}

/** The request does not belong to a session: an API key authenticated it. */
export class CookieSessionNotFoundError extends DomainError {
  readonly code = 'cookie-session-not-found';
  readonly status = 404;

  constructor() {
    super('This request has no session: send the cookie of a session, without an API key.');
  }
}

/** A cookie could be intercepted on its way to this address. */
export class HttpsRequiredError extends DomainError {
  readonly code = 'https-required';
  readonly status = 409;

  constructor(publicUrl: string) {
    super(
      `A session needs https, and the address of this installation is ${publicUrl}: set PUBLIC_URL to an https URL, or send the API key with each request.`,
    );
  }
}
