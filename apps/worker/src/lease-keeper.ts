import type { Logger } from '@errand/app-runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { ControlPlaneClient, Lease } from './control-plane-client.ts';
import { HeldLease } from './held-lease.ts';

/** Two heartbeats may be lost before a lease is. */
const HEARTBEATS_PER_LEASE = 3;
const LONGEST_INTERVAL_MS = 60_000;

export interface LeaseKeeper {
  /** Renews the lease until it is disposed. */
  readonly hold: (lease: Lease) => HeldLease;
  /** Sends heartbeats until `signal` fires. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** Renews all leases of this worker in one call, every third of the lease time. */
export function createLeaseKeeper(
  client: Pick<ControlPlaneClient, 'heartbeat'>,
  logger: Logger,
): LeaseKeeper {
  const held = new Set<HeldLease>();
  let wake = new AbortController();
  return {
    hold(lease) {
      const entry = new HeldLease(lease, () => held.delete(entry));
      held.add(entry);
      wake.abort();
      return entry;
    },

    async run(signal) {
      while (!signal.aborted) {
        wake = new AbortController();
        const intervalMs = nextInterval(held);
        await pause(intervalMs, AbortSignal.any([signal, wake.signal]));
        // Woken early: a lease was added, whose interval may be shorter.
        if (signal.aborted || wake.signal.aborted || held.size === 0) continue;
        try {
          await renewAll(client, [...held], AbortSignal.timeout(intervalMs));
        } catch (error) {
          logger.warn('heartbeat not answered', { error });
        }
      }
    },
  };
}

async function renewAll(
  client: Pick<ControlPlaneClient, 'heartbeat'>,
  leases: readonly HeldLease[],
  signal: AbortSignal,
): Promise<void> {
  const askedAt = performance.now();
  const answers = await client.heartbeat(
    leases.map(({ key }) => key),
    signal,
  );
  const byKey = new Map(answers.map((answer) => [keyText(answer), answer]));
  for (const lease of leases) {
    const answer = byKey.get(keyText(lease.key));
    // One that ended meanwhile must not get a new timer.
    if (answer?.state !== 'held') lease.lose();
    else if (!lease.lost.aborted) lease.renew(askedAt);
    if (answer?.cancel_requested) lease.cancel();
  }
}

function keyText(key: { readonly task_id: string; readonly lease_epoch: number }): string {
  return `${key.task_id}/${key.lease_epoch}`;
}

function nextInterval(held: ReadonlySet<HeldLease>): number {
  const shortest = Math.min(...[...held].map(({ leaseMs }) => leaseMs));
  return Math.min(shortest / HEARTBEATS_PER_LEASE, LONGEST_INTERVAL_MS);
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(durationMs, undefined, { signal });
  } catch {
    // Woken early: the caller looks at what is due.
  }
}
