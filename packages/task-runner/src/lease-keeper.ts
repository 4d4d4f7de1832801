import type { Logger } from '@errand/app-runtime';
import { pauseUntilAborted } from '@errand/foundation';
import type { ControlPlaneClient, HeartbeatAnswer, Lease } from './control-plane-client.ts';
import { DatabaseAwayError } from './control-plane-errors.ts';
import type { HeartbeatThread } from './heartbeat-thread/start-heartbeat-thread.ts';
import { HeldLease } from './held-lease.ts';
import type { WarmSessions } from './warm-sessions.ts';

/** Tolerates two lost heartbeats before a lease expires. */
const HEARTBEATS_PER_LEASE = 3;
/**
 * How many times sooner to retry after a heartbeat without a response: a restarting control plane
 * is back shortly.
 */
const HASTE_AFTER_SILENCE = 4;
/**
 * Warm browsers end a sixth of the lease time before their sessions expire, so that they are gone
 * by then.
 */
const CLOSING_PART = 6;
/**
 * Upper bound for long leases: a heartbeat delivers a cancellation whose ring was missed.
 */
const LONGEST_INTERVAL_MS = 10_000;

export interface LeaseKeeper {
  /** Renews the lease until it is disposed. */
  readonly hold: (lease: Lease) => HeldLease;
  /** Sends a heartbeat immediately. */
  readonly ring: () => void;
  /** Sends heartbeats until `signal` fires. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

interface KeeperDependencies {
  readonly client: Pick<ControlPlaneClient, 'heartbeat'>;
  readonly warmSessions: Pick<WarmSessions, 'list' | 'follow' | 'endAll'>;
  /**
   * How long leases count as held while the control plane reports that its database is unreachable,
   * in milliseconds. See infra/decisions/2026-11-21-tasks-survive-a-database-outage.md.
   */
  readonly outageMs: number;
  /** Stands in for this thread while it is busy. */
  readonly thread?: Pick<HeartbeatThread, 'follow' | 'renewedAt'> | undefined;
  readonly logger: Logger;
}

/**
 * Renews all leases and idle sessions of this worker in one call, every third of the lease time;
 * sooner after a heartbeat without a response.
 */
export function createLeaseKeeper(dependencies: KeeperDependencies): LeaseKeeper {
  const held = new Set<HeldLease>();
  let leaseMs = LONGEST_INTERVAL_MS * HEARTBEATS_PER_LEASE;
  let isDue = false;
  let wake = new AbortController();
  const interval = (): number => {
    const shortest = Math.min(leaseMs, ...[...held].map((lease) => lease.leaseMs));
    // AbortSignal.timeout accepts only integers.
    return Math.floor(Math.min(shortest / HEARTBEATS_PER_LEASE, LONGEST_INTERVAL_MS));
  };
  const tellThread = (): void => letFollow(dependencies, [...held], interval());
  return {
    hold(lease) {
      const onEnd = (): void => {
        held.delete(entry);
        tellThread();
      };
      const entry = new HeldLease(lease, onEnd, dependencies.thread?.renewedAt);
      ({ leaseMs } = entry);
      held.add(entry);
      tellThread();
      wake.abort();
      return entry;
    },

    ring() {
      isDue = true;
      wake.abort();
    },

    async run(signal) {
      using belief = createBelief(dependencies);
      let sentAt = performance.now();
      let isAnswered = true;
      while (!signal.aborted) {
        wake = new AbortController();
        const restMs = interval() / (isAnswered ? 1 : HASTE_AFTER_SILENCE);
        const leftMs = isDue ? 0 : sentAt + restMs - performance.now();
        await pauseUntilAborted(leftMs, AbortSignal.any([signal, wake.signal]));
        if (signal.aborted) return;
        // Woken early: a lease was added, whose interval may be shorter.
        if (wake.signal.aborted && !isDue) continue;
        isDue = false;
        sentAt = performance.now();
        tellThread();
        const heartbeat = { leases: [...held], leaseMs, intervalMs: interval(), askedAt: sentAt };
        isAnswered = await sendHeartbeat(dependencies, belief, heartbeat);
      }
    },
  };
}

/** Updates what the heartbeat thread renews while this thread is busy. */
function letFollow(
  { thread, warmSessions }: KeeperDependencies,
  held: readonly HeldLease[],
  intervalMs: number,
): void {
  const leases = held.map(({ renewal }) => renewal);
  const sessions = warmSessions.list().map(({ sessionId }) => sessionId);
  thread?.follow({ leases, sessions }, intervalMs);
}

/** Returns false when there was no response. */
async function sendHeartbeat(
  dependencies: KeeperDependencies,
  belief: ReturnType<typeof createBelief>,
  heartbeat: {
    readonly leases: readonly HeldLease[];
    readonly leaseMs: number;
    readonly intervalMs: number;
    readonly askedAt: number;
  },
): Promise<boolean> {
  const { leases, leaseMs, intervalMs, askedAt } = heartbeat;
  const isNeeded = leases.length > 0 || dependencies.warmSessions.list().length > 0;
  try {
    if (isNeeded) await renewAll(dependencies, leases, AbortSignal.timeout(intervalMs));
    belief.confirm(heartbeat);
    return true;
  } catch (error) {
    dependencies.logger.warn('no response to a heartbeat', { error });
    belief.doubt({ error, askedAt, leases, leaseMs });
    return false;
  }
}

async function renewAll(
  { client, warmSessions }: KeeperDependencies,
  leases: readonly HeldLease[],
  signal: AbortSignal,
): Promise<void> {
  const askedAt = performance.now();
  const sessions = warmSessions.list();
  const renewals = leases.map(({ renewal }) => renewal);
  const answer = await client.heartbeat(
    { leases: renewals, sessions: sessions.map(({ sessionId }) => sessionId) },
    signal,
  );
  renewals.forEach((renewal, at) => leases[at]?.confirm(renewal));
  settleLeases(leases, answer, askedAt);
  warmSessions.follow(sessions, answer.sessions);
}

function settleLeases(
  leases: readonly HeldLease[],
  answer: HeartbeatAnswer,
  askedAt: number,
): void {
  const byKey = new Map(answer.leases.map((lease) => [keyText(lease), lease]));
  for (const lease of leases) {
    const renewed = byKey.get(keyText(lease.key));
    // A lease that has ended must not get a new timer.
    if (renewed?.state !== 'held') lease.refuse();
    else if (lease.notesExpiry(renewed.expires_at) && !lease.lost.aborted) lease.renew(askedAt);
    if (renewed?.cancel_requested) lease.cancel();
  }
}

interface Doubt {
  readonly error: unknown;
  readonly askedAt: number;
  readonly leases: readonly HeldLease[];
  readonly leaseMs: number;
}

/**
 * Decides what still counts as held while heartbeats get no response. Without responses, leases
 * expire by their own timers, and warm sessions by this one.
 */
function createBelief({ warmSessions, outageMs, thread }: KeeperDependencies) {
  let awaySince: number | undefined;
  let expiry: NodeJS.Timeout | undefined;
  /** After this time the control plane may give the sessions' logins to others. */
  const believe = ({ askedAt, leaseMs }: Pick<Doubt, 'askedAt' | 'leaseMs'>): void => {
    clearTimeout(expiry);
    const endsAt = askedAt + leaseMs - leaseMs / CLOSING_PART;
    expiry = setTimeout(() => {
      const renewedAt = thread?.renewedAt() ?? askedAt;
      if (renewedAt > askedAt) believe({ askedAt: renewedAt, leaseMs });
      else warmSessions.endAll('told');
    }, endsAt - performance.now());
  };
  return {
    confirm(heartbeat: Pick<Doubt, 'askedAt' | 'leaseMs'>): void {
      awaySince = undefined;
      believe(heartbeat);
    },
    doubt(doubt: Doubt): void {
      if (!(doubt.error instanceof DatabaseAwayError)) return;
      awaySince ??= doubt.askedAt;
      if (doubt.askedAt - awaySince >= outageMs) return;
      believe(doubt);
      doubt.leases
        .filter(({ lost }) => !lost.aborted)
        .forEach((lease) => lease.renew(doubt.askedAt));
    },
    [Symbol.dispose](): void {
      clearTimeout(expiry);
    },
  };
}

function keyText(key: { readonly task_id: string; readonly lease_epoch: number }): string {
  return `${key.task_id}/${key.lease_epoch}`;
}
