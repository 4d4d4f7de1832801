import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findExecutions, type Execution } from './find-executions.ts';
import { findLimits, largestLimit, type Limits } from './login-limits.ts';

/** A worker ends an attempt on its own timer, which fires late on a busy machine. */
const TOLERANCE_MS = 1_000;

export interface ZombieReport {
  /** Executions that continued after their lease was taken back. */
  readonly zombies: number;
  /** The zombies whose process was frozen, so it could not check its clock until it woke. */
  readonly frozen: number;
  /** The longest continuation of a zombie while its process was awake, in milliseconds. */
  readonly longestAwakeMs: number;
  /** Executions that began while a zombie counted towards the limit of their queue. */
  readonly overlaps: number;
}

export interface ExecutionReport {
  readonly violations: readonly Violation[];
  readonly zombies: ZombieReport;
}

/**
 * What workers actually did, by their own clocks. A frozen process continues when it wakes, and
 * nothing can prevent that. So an execution may outlive its lease by the time that its process was
 * frozen, and two executions of one login queue may then overlap. An awake process must not
 * overrun.
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
  const text = `Worker ${workerId} ran task ${taskId} at epoch ${epoch}, which was never granted.`;
  return [{ rule: 'execution-without-lease', text }];
}

function findAwakeZombie({ zombieMs, taskId, epoch, workerId }: Execution): Violation[] {
  if (zombieMs <= TOLERANCE_MS) return [];
  const text = `Worker ${workerId} ran task ${taskId} at epoch ${epoch} for ${Math.round(zombieMs)} ms after its lease had ended, although it was awake.`;
  return [{ rule: 'zombie-execution', text }];
}

/**
 * Finds a login queue over its limit when `execution` began. It is a violation unless a zombie is
 * involved.
 */
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
