import { DomainError } from '../http/domain-error.ts';

/** The settings of the live view are missing. */
export class LiveViewNotSetUpError extends DomainError {
  readonly code = 'not-set-up';
  readonly status = 503;

  constructor() {
    super(
      'This installation has no live view: its control plane needs the settings STREAM_PUBLIC_URL, STREAM_SIGNING_KEYS and GATEWAY_TOKEN.',
    );
  }
}

export type ScreenRefusal =
  | 'ticket-used'
  | 'key-revoked'
  | 'task-ended'
  | 'task-queued'
  | 'not-running'
  | 'stale-lease'
  | 'not-waiting'
  | 'no-screen';

/** A screen cannot be shown, either at all or to this viewer. */
export class ScreenRefusedError extends DomainError {
  readonly code: ScreenRefusal;
  readonly status = 409;
  override readonly details: Readonly<Record<string, string>>;

  constructor(
    code: ScreenRefusal,
    message: string,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** No ticket with this identifier was redeemed, or the viewer has been deleted. */
export class ViewerNotFoundError extends DomainError {
  readonly code = 'viewer-not-found';
  readonly status = 404;

  constructor(jti: string) {
    super(`There is no viewer "${jti}".`);
  }
}
