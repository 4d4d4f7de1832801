import { CodedError } from '@errand/foundation';

/** A fault of a task's remote desktop; `code` is the reported error class. */
abstract class RemoteDesktopError extends CodedError {}

/** The worker cannot open remote desktops at all. */
export class RemoteDesktopUnavailableError extends RemoteDesktopError {
  readonly code = 'remote_desktop_unavailable';
  override readonly retry = 'never';

  constructor() {
    super(
      'rdp_parameter: xfreerdp is not installed on this worker. Its operator can install it (Debian: apt-get install freerdp2-x11).',
    );
  }
}

/** Connecting is not allowed, or the remote desktop did not prove its identity. */
export class RemoteDesktopRefusedError extends RemoteDesktopError {
  readonly code = 'remote_desktop_refused';
  override readonly retry = 'never';

  constructor(host: string, reason: string) {
    super(`rdp_parameter: the remote desktop "${host}" was refused: ${reason}`);
  }
}

/** No session could be opened. Another attempt may succeed. */
export class RemoteDesktopUnreachableError extends RemoteDesktopError {
  readonly code = 'remote_desktop_unreachable';
  override readonly retry = 'infrastructure';

  constructor(host: string, reason: string) {
    super(`rdp_parameter: the remote desktop "${host}" could not be opened: ${reason}.`);
  }
}

/** Another attempt would fail as well, and may lock the account. */
export class RemoteDesktopLoginFailedError extends RemoteDesktopError {
  readonly code = 'remote_desktop_login_failed';
  override readonly retry = 'never';

  constructor(host: string, reason: string) {
    super(
      `rdp_parameter: the remote desktop "${host}" did not let the user in: ${reason}. Check username and password.`,
    );
  }
}

/**
 * The connection ended while the task used it. The task is not at fault: another attempt may
 * succeed.
 */
export class RemoteDesktopLostError extends RemoteDesktopError {
  readonly code = 'remote_desktop_lost';
  override readonly retry = 'infrastructure';

  constructor(host: string, reason: string) {
    super(`rdp_parameter: the connection to the remote desktop "${host}" ended: ${reason}.`);
  }
}

/** The user was logged off before the last step. */
export class RemoteDesktopLoggedOffError extends RemoteDesktopError {
  readonly code = 'remote_desktop_logged_off';
  /** A retry would repeat what the earlier steps did. */
  override readonly retry = 'never';

  constructor(host: string) {
    super(
      `The user of the remote desktop "${host}" has been logged off, so there is nothing to act on. Log off in the last step only.`,
    );
  }
}
