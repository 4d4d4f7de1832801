import type { Session } from './browser/session.ts';
import type { Lease } from './control-plane-client.ts';
import type { Failure } from './task-reporter.ts';
import type { WarmSessions } from './warm-sessions.ts';

const TIDY_DEADLINE_MS = 5_000;

type SessionOutcome = 'kept' | 'closed';

interface EndedAttempt {
  readonly lease: Lease;
  readonly session: Session;
  readonly warmSessions: Pick<WarmSessions, 'keep'>;
  readonly stop: AbortSignal;
}

/**
 * Reports the end of an attempt and whether its session is kept. A browser that is not kept ends
 * before the report, because the report lets the next task of its login start. The session of a
 * dedicated task is kept after success and after an automation failure, but not when the attempt
 * was stopped or its browser may be the cause.
 */
export async function keepSession(
  attempt: EndedAttempt,
  failure: Failure | undefined,
  report: (session: SessionOutcome) => Promise<{ readonly status: string }>,
): Promise<{ readonly status: string; readonly session: SessionOutcome }> {
  const kept = await offer(attempt, failure);
  if (!kept) {
    await attempt.session.leave();
    return { status: (await report('closed')).status, session: 'closed' };
  }
  let isHeld = false;
  try {
    const { status } = await report('kept');
    // A cancelled task closes its session: the login is free once the worker reports that the
    // browser is gone.
    isHeld = status !== 'cancelled';
    if (isHeld) kept.confirm();
    return { status, session: isHeld ? 'kept' : 'closed' };
  } finally {
    if (!isHeld) await kept.withdraw();
  }
}

async function offer(
  { lease, session, warmSessions, stop }: EndedAttempt,
  failure: Failure | undefined,
): Promise<ReturnType<WarmSessions['keep']>> {
  if (!lease.session || stop.aborted || failure?.retry === 'infrastructure') return undefined;
  if (!(await session.tidy(TIDY_DEADLINE_MS))) return undefined;
  const kept = warmSessions.keep(lease.session.session_id, session);
  if (kept) session.reuse?.refuse('its browser was kept for a login');
  return kept;
}
