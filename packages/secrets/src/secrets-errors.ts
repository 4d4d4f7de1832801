/**
 * An error the caller can handle. No message contains any part of a key, a sealed text or a value.
 */
abstract class SecretsError extends Error {
  /** Stable; callers switch on it. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A sealed text cannot be opened: it was changed or moved elsewhere, or its key is gone. */
export class SealedValueError extends SecretsError {
  readonly code = 'sealed-value';

  constructor(context: string, reason: string) {
    super(`The sealed value of "${context}" cannot be opened: ${reason}`);
  }
}

/** The configured sealing keys are invalid. */
export class InvalidSealingKeyError extends SecretsError {
  readonly code = 'invalid-sealing-key';
}

/**
 * A secret cannot be read from the location in its reference. The message names the location, never
 * a value.
 */
export class SecretUnavailableError extends SecretsError {
  readonly code = 'secret-unavailable';

  constructor(secret: string, reason: string) {
    super(`The secret ${secret} could not be read: ${reason}`);
  }
}
