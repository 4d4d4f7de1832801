import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import type { SessionStore } from '../warm-sessions/session-store.ts';
import type { AnswerableTime } from './answerable-time.ts';
import type { EndedLease } from './lease.ts';
import type { LeaseStore } from './lease-store.ts';
import type { OnFailure } from './take-back-lost.ts';

const INTERVAL_MS = 1_000;

/** Called with the id of a row that someone holds; the part continues with the others. */
type OnRowFailure = (id: string, error: unknown) => void;

/**
 * Once a second, takes back lost leases, ends attempts that exceed their time, closes warm sessions
 * that are idle or lost, ends debug sessions that no worker started in time, ends expired pauses,
 * and starts tasks of accounts that may now run more. Runs until the signal fires; resolves after the last pass. Several processes may run it. A lease
 * or session is lost when, for one lease time, this process could have served a heartbeat and none
 * arrived: see `AnswerableTime`. A failing part does not keep the others from running.
 */
export async function startReaper(options: {
  readonly leases: Pick<LeaseStore, 'takeBackLost' | 'endOverdue'>;
  readonly sessions: Pick<SessionStore, 'closeIdle' | 'dropLost'>;
  /** Ends debug sessions that waited too long for a worker; returns their ids. */
  readonly endUnopenedSessions: (onFailure: OnRowFailure) => Promise<readonly string[]>;
  /** Starts tasks that waited for their account; returns how many. */
  readonly settleAccounts: (onFailure: OnRowFailure) => Promise<number>;
  /** Ends expired pauses; returns how many. */
  readonly endExpiredPauses: (onFailure: OnRowFailure) => Promise<number>;
  readonly answerableTime: AnswerableTime;
  /** Rejects while the database is down. */
  readonly probe: () => Promise<unknown>;
  readonly leaseSeconds: number;
  /** How long a warm session may be idle, in seconds. */
  readonly warmSessionIdleSeconds: number;
  /** How much longer than its timeout an attempt may last, in seconds. */
  readonly timeoutGraceSeconds: number;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { answerableTime, probe, signal } = options;
  const pulse = answerableTime.run(probe, signal);
  while (await passed(INTERVAL_MS, signal)) {
    if (pardonSecondsOf(options) !== undefined) await reap(options);
  }
  await pulse;
}

type ReaperOptions = Parameters<typeof startReaper>[0];

/** Undefined: no lease or session can be called lost yet. */
function pardonSecondsOf({
  answerableTime,
  leaseSeconds,
}: Pick<ReaperOptions, 'answerableTime' | 'leaseSeconds'>): number | undefined {
  const pardonMs = answerableTime.pardonFor(leaseSeconds * 1_000);
  return pardonMs === undefined ? undefined : pardonMs / 1_000;
}

async function reap(options: ReaperOptions): Promise<void> {
  const { logger, answerableTime } = options;
  const parts = listParts(options);
  for (const [what, run] of Object.entries(parts)) {
    try {
      await run();
    } catch (error) {
      logger.error('upkeep of leases failed', { what, error });
      // Heartbeats may have failed like this statement.
      if (what === 'lost leases' || what === 'lost sessions') answerableTime.restart();
    }
  }
}

function listParts(options: ReaperOptions) {
  const { leases, sessions, logger } = options;
  const onFailure: OnFailure = (lease, error) => {
    logger.error('attempt could not be ended yet', { ...lease, error });
  };
  return {
    async 'lost leases'() {
      const pardonSeconds = pardonSecondsOf(options);
      if (pardonSeconds === undefined) return;
      const expired = await leases.takeBackLost(pardonSeconds, onFailure);
      for (const lease of expired) {
        logger.warn('lease was lost', { ...describe(lease), pardonSeconds });
      }
    },
    async 'overdue attempts'() {
      const overdue = await leases.endOverdue(options.timeoutGraceSeconds, onFailure);
      for (const lease of overdue) logger.warn('attempt was ended after its time', describe(lease));
    },
    async 'lost sessions'() {
      // Differs from that of the leases if the database failed in between.
      const pardonSeconds = pardonSecondsOf(options);
      if (pardonSeconds === undefined) return;
      const lost = await sessions.dropLost(pardonSeconds, (sessionId, error) =>
        logger.error('warm session could not be dropped yet', { sessionId, error }),
      );
      for (const sessionId of lost) logger.warn('warm session was lost', { sessionId });
    },
    async 'idle sessions'() {
      const closing = await sessions.closeIdle(options.warmSessionIdleSeconds);
      if (closing > 0) logger.info('idle warm sessions are closing', { count: closing });
    },
    ...listWaitingParts(options),
  };
}

/** What waits without a lease. */
function listWaitingParts({ logger, ...options }: ReaperOptions) {
  return {
    async 'unopened debug sessions'() {
      const ended = await options.endUnopenedSessions((sessionId, error) =>
        logger.error('debug session could not be ended yet', { sessionId, error }),
      );
      for (const sessionId of ended) {
        logger.warn('no worker started a debug session in time', { sessionId });
      }
    },
    async pauses() {
      const resumed = await options.endExpiredPauses((id, error) =>
        logger.error('pause could not be ended yet', { id, error }),
      );
      if (resumed > 0) logger.info('pauses ended at their time', { count: resumed });
    },
    async accounts() {
      await options.settleAccounts((accountId, error) =>
        logger.error('account could not be settled yet', { accountId, error }),
      );
    },
  };
}

function describe({ trace, ...lease }: EndedLease): object {
  return { ...lease, trace_id: trace?.traceId };
}

/** Resolves with false if the signal ended the wait. */
async function passed(waitMs: number, signal: AbortSignal): Promise<boolean> {
  await pauseUntilAborted(waitMs, signal);
  return !signal.aborted;
}
