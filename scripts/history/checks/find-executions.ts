import type { History, LineOf } from '../history.ts';
import { findFreezes, frozenMs } from './freezes.ts';
import { findLeases } from './leases.ts';

/**
 * What an attempt actually did in its worker, by the worker's clock, and how long it held the
 * lease.
 */
export interface Execution {
  readonly taskId: string;
  readonly epoch: number;
  readonly workerId: string;
  readonly loginQueueId: number | null;
  readonly beganAt: number;
  /** When the execution ended or was killed; the end of the history if neither was recorded. */
  readonly endedAt: number;
  /** When the control plane ended the attempt. Undefined if it never granted this lease. */
  readonly leaseEndedAt: number | undefined;
  /** How long the execution outlasted the lease, less the time frozen, in milliseconds. */
  readonly zombieMs: number;
  /** Whether the worker's process was frozen at any time during the attempt. */
  readonly wasFrozen: boolean;
}

export function findExecutions(history: History): Execution[] {
  const leases = findLeases(history);
  const lines = history.of('execution');
  const ends = new Map(
    lines.filter(({ phase }) => phase === 'ended').map((line) => [keyOf(line), line.at]),
  );
  const horizon = Math.max(
    0,
    ...lines.map(({ at }) => at),
    ...history.of('end').map(({ at }) => at),
  );
  const freezes = findFreezes(history, horizon);
  const kills = new Map(
    history.of('process').flatMap(({ pid, at, event }) => (event === 'killed' ? [[pid, at]] : [])),
  );
  return lines
    .filter(({ phase }) => phase === 'began')
    .map((line) => {
      const { taskId, epoch, workerId, at: beganAt, pid } = line;
      const endedAt = ends.get(keyOf(line)) ?? kills.get(pid) ?? horizon;
      const lease = leases.get(`${taskId}/${epoch}`);
      const leaseEndedAt = lease ? (lease.endedAt ?? Infinity) : undefined;
      const span = { pid, from: leaseEndedAt ?? beganAt, to: endedAt };
      return {
        taskId,
        epoch,
        workerId,
        beganAt,
        endedAt,
        leaseEndedAt,
        loginQueueId: lease?.loginQueueId ?? null,
        zombieMs: Math.max(0, span.to - span.from - frozenMs(freezes, span)),
        wasFrozen: frozenMs(freezes, { pid, from: beganAt, to: endedAt }) > 0,
      };
    })
    .toSorted((one, other) => one.beganAt - other.beganAt);
}

function keyOf({ pid, taskId, epoch }: LineOf<'execution'>): string {
  return `${pid}/${taskId}/${epoch}`;
}
