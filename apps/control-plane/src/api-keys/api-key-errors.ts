import { DomainError } from '../http/domain-error.ts';

/** No key of the account has this id. */
export class ApiKeyNotFoundError extends DomainError {
  readonly code = 'api-key-not-found';
  readonly status = 404;

  constructor(apiKeyId: string) {
    super(`There is no API key with the id "${apiKeyId}".`);
  }
}

/** Without a valid key that administrates the account nobody could make another one over HTTP. */
export class LastApiKeyError extends DomainError {
  readonly code = 'last-api-key';
  readonly status = 409;

  constructor(name: string) {
    super(
      `"${name}" is the last valid API key of the account with the scope "admin": create another one first.`,
    );
  }
}
