import { InvalidRequestError } from '../http/invalid-request-error.ts';
import type { ListedPause, Pause, PauseTarget } from './pause.ts';

/** Reads the target of a request. Throws InvalidRequestError. */
export function readTarget(body: {
  readonly account_id: string;
  readonly portal?: string | undefined;
  readonly login_queue?: string | undefined;
}): PauseTarget {
  const { account_id: accountId, portal, login_queue: loginQueue } = body;
  if (portal !== undefined && loginQueue !== undefined) {
    const msg = 'is given together with portal: a login belongs to one portal, so leave portal out';
    throw new InvalidRequestError([{ loc: ['body', 'login_queue'], msg, type: 'two-targets' }]);
  }
  if (portal !== undefined) return { accountId, portal };
  return loginQueue === undefined ? { accountId } : { accountId, loginQueue };
}

/** The target in the format of requests, for the audit log. */
export function writeTarget({ accountId, portal, loginQueue }: PauseTarget) {
  return { account_id: accountId, portal: portal ?? null, login_queue: loginQueue ?? null };
}

export function writePause({ by, reason, at, expires_at: expiresAt }: Pause) {
  return { by, reason, paused_at: at, expires_at: expiresAt };
}

export function writeListedPause({ pause, ...target }: ListedPause) {
  return { ...target, ...writePause(pause) };
}
