import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findExecutions, type Execution } from './find-executions.ts';
import { findLimits, largestLimit, type Limits } from './login-limits.ts';

/** A worker ends an attempt by its own timer, which on a busy machine fires late. */
const TOLERANCE_MS = 1_000;

export interface ZombieReport {
  /** Executions that went on after their lease had been taken back. */
  readonly zombies: number;
  /** Of them, those whose process had been frozen: it could not look at its clock before it woke. */
  readonly frozen: number;
  /** The longest that one went on while its process was awake, in milliseconds. */
  readonly longestAwakeMs: number;
  /** Executions that began while a zombie of the same login queue took a place of its limit. */
  readonly overlaps: number;
}

export interface ExecutionReport {
  readonly violations: readonly Violation[];
  readonly zombies: ZombieReport;
}

/**
 * What workers really did, by their own clocks. Nobody can stop a frozen process from running on when it wakes, so an
 * execution may outlive its lease by the time that its process was frozen, and then two of one login queue may meet; awake it may not.
 */
export function checkExecutions(history: History): ExecutionReport {
  const executions = findExecutions(history);
  const zombies = executions.filter(isZombie);
  const places = findLimits(history);
  const over = executions.flatMap((execution) => findOver(execution, executions, places));
  return {
    violations: [
      ...executions.flatMap(findUnleased),
      ...zombies.flatMap(findAwakeZombie),
      ...over.flatMap(({ violation }) => violation ?? []),
    ],
    zombies: {
      zombies: zombies.length,
      frozen: zombies.filter(({ wasFrozen }) => wasFrozen).length,
      longestAwakeMs: Math.round(Math.max(0, ...zombies.map(({ zombieMs }) => zombieMs))),
      overlaps: over.filter(({ violation }) => !violation).length,
    },
  };
}

function isZombie({ leaseEndedAt, endedAt }: Execution): boolean {
  return leaseEndedAt !== undefined && endedAt > leaseEndedAt;
}

function findUnleased({ leaseEndedAt, taskId, epoch, workerId }: Execution): Violation[] {
  if (leaseEndedAt !== undefined) return [];
  const text = `Worker ${workerId} ran task ${taskId} at epoch ${epoch}, which was never given out.`;
  return [{ rule: 'execution-without-lease', text }];
}

function findAwakeZombie({ zombieMs, taskId, epoch, workerId }: Execution): Violation[] {
  if (zombieMs <= TOLERANCE_MS) return [];
  const text = `Worker ${workerId} ran task ${taskId} at epoch ${epoch} for ${Math.round(zombieMs)} ms after its lease had ended, and was awake.`;
  return [{ rule: 'zombie-execution', text }];
}

/** A login queue with more executions than places when `execution` began; a violation if no zombie is among them. */
function findOver(
  execution: Execution,
  executions: readonly Execution[],
  limits: Limits,
): { readonly violation?: Violation }[] {
  const { loginQueueId, beganAt, taskId } = execution;
  if (loginQueueId === null) return [];
  const active = executions.filter(
    (other) =>
      other.loginQueueId === loginQueueId && other.beganAt <= beganAt && other.endedAt > beganAt,
  );
  const limit = largestLimit(limits.get(loginQueueId) ?? [], active);
  if (active.length <= limit) return [];
  const rightful = active.filter(({ leaseEndedAt = 0 }) => leaseEndedAt > beganAt);
  if (rightful.length <= limit) return [{}];
  const text = `Login queue ${loginQueueId} had ${rightful.length} executions at once when task ${taskId} began; its limit was ${limit}.`;
  return [{ violation: { rule: 'execution-over-limit', text } }];
}
