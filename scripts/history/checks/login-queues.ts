import { HELD, type History, type LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';

type Transition = LineOf<'transition'>;

interface LoginQueue {
  limit: number;
  readonly waiting: Map<string, Transition>;
  readonly held: Set<string>;
}

/**
 * Replays every login queue: a claim never exceeds the limit and gets the first waiting task. All
 * changes to a login queue are made with its row locked, so its lines are in commit order.
 */
export function checkLoginQueues(history: History): Violation[] {
  const violations: Violation[] = [];
  const queues = new Map<number, LoginQueue>();
  const open = (id: number): LoginQueue => {
    const queue = queues.get(id) ?? { limit: 1, waiting: new Map(), held: new Set() };
    queues.set(id, queue);
    return queue;
  };
  for (const line of history.database('transition', 'login-limit')) {
    if (line.loginQueueId === null) continue;
    const queue = open(line.loginQueueId);
    if (line.type === 'login-limit') queue.limit = line.limit;
    else violations.push(...apply(queue, line));
  }
  return violations;
}

function apply(queue: LoginQueue, line: Transition): Violation[] {
  const violations = line.status === 'allocated' ? checkClaim(queue, line) : [];
  queue.waiting.delete(line.taskId);
  queue.held.delete(line.taskId);
  if (line.status === 'queued') queue.waiting.set(line.taskId, line);
  if (HELD.has(line.status)) queue.held.add(line.taskId);
  return violations;
}

function checkClaim(queue: LoginQueue, line: Transition): Violation[] {
  const violations: Violation[] = [];
  const claim = `Line ${line.id}: login queue ${line.loginQueueId} started task ${line.taskId}`;
  if (queue.held.size >= queue.limit) {
    const text = `${claim} alongside ${queue.held.size} others; its limit is ${queue.limit}.`;
    violations.push({ rule: 'login-limit', text });
  }
  const better = queue.waiting.values().find((other) => comesFirst(other, line));
  if (better) {
    violations.push({ rule: 'priority', text: `${claim} while ${better.taskId} came first.` });
  }
  return violations;
}

function comesFirst(one: Transition, other: Transition): boolean {
  const [onePriority, otherPriority] = [one.priority ?? Infinity, other.priority ?? Infinity];
  return onePriority === otherPriority
    ? one.sequence < other.sequence
    : onePriority < otherPriority;
}
