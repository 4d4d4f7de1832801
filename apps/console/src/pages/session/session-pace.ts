import { ErrandError } from '@errand/client';
import type { DebugSession } from './session-desk.ts';

/** Poll intervals while the state changes by itself, and while it hardly changes. */
const CHANGING_MS = 700;
const QUIET_MS = 2_500;

interface Read {
  readonly session: Pick<DebugSession, 'state'> | undefined;
  readonly error: Error | null;
}

/** Milliseconds until the next poll; false once the state can no longer change. */
export function sessionPace({ session, error }: Read): number | false {
  const isRefused = error instanceof ErrandError && error.status < 500 && error.status !== 429;
  if (session?.state === 'ended' || isRefused) return false;
  // Polls again after a broken connection or while the server restarts.
  return session?.state === 'ready' || error ? QUIET_MS : CHANGING_MS;
}
