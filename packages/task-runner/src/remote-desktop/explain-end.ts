import type { RdpHost } from './find-rdp-host.ts';
import {
  RemoteDesktopLoginFailedError,
  RemoteDesktopLostError,
  RemoteDesktopRefusedError,
  RemoteDesktopUnreachableError,
} from './remote-desktop-errors.ts';

/** Why the client of a remote desktop ended; `logoff` is intended, by the user or the task. */
export interface ClientEnd {
  readonly kind: 'logoff' | 'login-failed' | 'untrusted' | 'unreachable' | 'lost';
  /** Phrased as the end of a sentence. */
  readonly reason: string;
}

/** Meaning of xfreerdp's exit codes (XF_EXIT_CODE of FreeRDP 2). */
const ENDS: Readonly<Record<number, readonly [ClientEnd['kind'], string]>> = {
  2: ['logoff', 'the user was logged off'],
  3: ['lost', 'the server ended a session that was idle for too long'],
  4: ['login-failed', 'the login timed out'],
  5: ['lost', 'someone else logged in as that user'],
  7: ['login-failed', 'the server denied the connection'],
  9: ['login-failed', 'the user may not log in by remote desktop'],
  12: ['logoff', 'the user was logged off'],
  132: ['login-failed', 'the server did not accept the login'],
  133: [
    'untrusted',
    'it shares no way to protect the connection with this worker; unless RDP_CERTIFICATES is ignore, that is TLS.',
  ],
  134: ['login-failed', 'user name or password is wrong'],
  135: ['login-failed', 'the account is locked'],
  139: ['unreachable', 'its name is unknown'],
  140: ['unreachable', 'its name is unknown'],
  144: ['login-failed', 'the user may not log in by remote desktop'],
  148: ['login-failed', 'the password has expired'],
  149: ['login-failed', 'the password must be changed first'],
  151: ['login-failed', 'the account is disabled'],
  152: ['login-failed', 'the password has expired'],
  154: ['login-failed', 'the password is wrong'],
  155: ['login-failed', 'access was denied'],
  156: ['login-failed', 'the account is restricted'],
  157: ['login-failed', 'the account has expired'],
  158: ['login-failed', 'the user may not log in by remote desktop'],
  159: ['login-failed', 'the server requires a username and password'],
};

const UNTRUSTED =
  'its certificate is not trusted here, or belongs to another name. The operator of the worker trusts it with RDP_CA_FILE or RDP_FINGERPRINTS.';
const CONNECT_FAILED = 131;
const TLS_FAILED = 143;
const TRANSPORT_FAILED = 147;
/** Output that shows that a connection was accepted: xfreerdp has read from it or waits to. */
const HAD_A_CONNECTION = /BIO_read|ReceiveCallback|rdp_set_error_info/;
/** Output when the server's response to the first message is not RDP. */
const NOT_RDP = 'tpkt header length';
/** Codes from here on are connection failures; lower codes are reasons given by the server. */
const FIRST_OF_CONNECTING = 128;

/** `code` is null for a killed client; `said` is its output. */
export function explainEnd(code: number | null, said: string): ClientEnd {
  if (code === null) return { kind: 'lost', reason: 'its client xfreerdp was killed' };
  if (said.includes(NOT_RDP))
    return { kind: 'unreachable', reason: 'the server there does not speak RDP' };
  const known = ENDS[code];
  if (known) return { kind: known[0], reason: known[1] };
  if (code === TLS_FAILED && said.includes('certificate not trusted')) {
    return { kind: 'untrusted', reason: UNTRUSTED };
  }
  if (code >= FIRST_OF_CONNECTING) {
    return {
      kind: 'unreachable',
      reason: `${connectingFailed(code, said)} (xfreerdp exited with ${code})`,
    };
  }
  return { kind: 'lost', reason: `the server ended it (xfreerdp exited with ${code})` };
}

function connectingFailed(code: number, said: string): string {
  if (code === TLS_FAILED) return 'a server responded, but TLS with it failed';
  if (HAD_A_CONNECTION.test(said)) {
    return 'the server responded and closed the connection before a session began';
  }
  const isConnecting = code === CONNECT_FAILED || code === TRANSPORT_FAILED;
  return isConnecting ? 'no connection could be made' : 'the connection failed';
}

/** Returns the error for a remote desktop that ended before it could be used. */
export function errorOfEnd({ text }: RdpHost, { kind, reason }: ClientEnd): Error {
  if (kind === 'login-failed') return new RemoteDesktopLoginFailedError(text, reason);
  if (kind === 'untrusted') return new RemoteDesktopRefusedError(text, reason);
  if (kind === 'unreachable') return new RemoteDesktopUnreachableError(text, reason);
  // A session that ends before a desktop appears cannot be used.
  if (kind === 'logoff')
    return new RemoteDesktopLoginFailedError(text, 'the session ended at once');
  return new RemoteDesktopLostError(text, reason);
}
