import { HELD, type History } from '../history.ts';

export interface Lease {
  /** When the lease was granted. */
  readonly beganAt: number;
  readonly loginQueueId: number | null;
  /** When the control plane ended the lease. Undefined while it is held. */
  endedAt: number | undefined;
}

/** Returns the time span of each lease by the database's clock, by task and epoch. */
export function findLeases(history: History): ReadonlyMap<string, Lease> {
  const leases = new Map<string, Lease>();
  for (const { taskId, epoch, status, at, loginQueueId } of history.database('transition')) {
    const key = `${taskId}/${epoch}`;
    const lease = leases.get(key);
    if (status === 'allocated') leases.set(key, { beganAt: at, loginQueueId, endedAt: undefined });
    else if (lease && !HELD.has(status)) lease.endedAt ??= at;
  }
  return leases;
}
