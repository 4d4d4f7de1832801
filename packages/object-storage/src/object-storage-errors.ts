/** A storage error that the caller can handle. */
export abstract class ObjectStorageError extends Error {
  /** Stable; callers switch on it. */
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

export class ObjectNotFoundError extends ObjectStorageError {
  readonly code = 'object-not-found';

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object "${key}".`, options);
  }
}

export class InvalidObjectKeyError extends ObjectStorageError {
  readonly code = 'invalid-object-key';

  constructor(key: string, rule: string) {
    super(`The object key ${JSON.stringify(key.slice(0, 200))} is not valid: ${rule}`);
  }
}

/** A size, type, name or expiry that no store accepts. */
export class InvalidObjectOptionError extends ObjectStorageError {
  readonly code = 'invalid-object-option';

  constructor(option: string, value: unknown, rule: string) {
    super(`The ${option} ${JSON.stringify(value)} of an object is not valid: ${rule}`);
  }
}

/** The store does not respond, is full, or rejects our credentials. Retrying later may help. */
export class ObjectStorageUnavailableError extends ObjectStorageError {
  readonly code = 'object-storage-unavailable';

  constructor(act: string, options?: ErrorOptions) {
    const cause = options?.cause;
    super(
      `The object storage could not ${act}${cause === undefined ? '' : `: ${describe(cause)}`}.`,
      options,
    );
  }
}

/** The store responds, but the configured bucket does not exist. */
export class BucketMissingError extends ObjectStorageUnavailableError {
  constructor(bucket: string) {
    super(`find its bucket "${bucket}": create it first`);
  }
}

/** The body of a write is longer or shorter than declared. */
export class ObjectSizeError extends ObjectStorageError {
  readonly code = 'object-size-mismatch';
  readonly isTooLarge: boolean;

  constructor(size: { readonly expected: number; readonly received: number }) {
    const { expected, received } = size;
    const isTooLarge = received > expected;
    const amount = isTooLarge ? `more than ${expected} bytes` : `${received} of ${expected} bytes`;
    super(`The body has ${amount}: it must have exactly the size that was signed.`);
    this.isTooLarge = isTooLarge;
  }
}

function describe(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null) return String(cause);
  const code = 'code' in cause ? `${String(cause.code)} ` : '';
  const message = 'message' in cause ? String(cause.message) : '';
  return `${code}${message}`.trim().replace(/\.$/, '');
}
