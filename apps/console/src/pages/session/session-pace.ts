import { ErrandError } from '@errand/client';
import type { DebugSession } from './session-desk.ts';

/** How often the state is read while it changes by itself, and while it hardly does. */
const CHANGING_MS = 700;
const QUIET_MS = 2_500;

interface Read {
  readonly session: Pick<DebugSession, 'state'> | undefined;
  readonly error: Error | null;
}

/** Milliseconds until the state is read again; false once it can no longer change. */
export function sessionPace({ session, error }: Read): number | false {
  const isRefused = error instanceof ErrandError && error.status < 500 && error.status !== 429;
  if (session?.state === 'ended' || isRefused) return false;
  // A connection that broke off or a server that restarts is asked again.
  return session?.state === 'ready' || error ? QUIET_MS : CHANGING_MS;
}
