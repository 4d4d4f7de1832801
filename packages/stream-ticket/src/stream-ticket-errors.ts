/** An error the caller can handle. No message contains a ticket, a token or a key. */
abstract class StreamTicketError extends Error {
  /** Stable; callers switch on it. */
  abstract readonly code: string;

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/**
 * - `malformed`: not a ticket at all, or one without the claims of a ticket
 * - `unknown-key`: signed with a key that is not (or no longer) among the verifying keys
 * - `bad-signature`: changed, or signed with an algorithm other than ES256
 * - `expired`: its 60 seconds have passed
 * - `wrong-audience`: signed with our key, but for something else
 */
type TicketErrorCode = 'malformed' | 'unknown-key' | 'bad-signature' | 'expired' | 'wrong-audience';

/** A stream ticket was rejected. */
export class TicketError extends StreamTicketError {
  readonly code: TicketErrorCode;

  constructor(code: TicketErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * - `malformed`: not a token at all
 * - `bad-mac`: made with another key, or changed
 * - `expired`: its 10 seconds have passed
 */
type ScreenTokenErrorCode = 'malformed' | 'bad-mac' | 'expired';

/** A screen token was rejected. */
export class ScreenTokenError extends StreamTicketError {
  readonly code: ScreenTokenErrorCode;

  constructor(code: ScreenTokenErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The configured stream keys are invalid. */
export class InvalidStreamKeyError extends StreamTicketError {
  readonly code = 'invalid-stream-key';
}
