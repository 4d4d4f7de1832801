import { FINAL, type History, type LineOf, type TaskStatus } from '../history.ts';
import type { Violation } from '../violation.ts';

const NEXT: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  queued: ['allocated', 'cancelled'],
  allocated: ['running', 'queued', 'success', 'failed', 'cancelled'],
  running: ['queued', 'success', 'failed', 'cancelled'],
  success: [],
  failed: [],
  cancelled: [],
};

/** Every accepted task exists once and ends in one final state; a cancelled one as cancelled. */
export function checkTasks(history: History): Violation[] {
  return [...findLost(history), ...findTwice(history), ...findUncancelled(history)];
}

function findLost(history: History): Violation[] {
  const rows = new Map(history.of('task').map((row) => [row.taskId, row]));
  const accepted = history.of('submit').filter(({ answer }) => answer === 202);
  const missing = accepted.filter(({ taskId }) => taskId === null || !rows.has(taskId));
  const unfinished = [...rows.values()].filter(({ status }) => !FINAL.has(status));
  return [
    ...missing.map(({ ref, taskId }) => ({
      rule: 'task-lost',
      text: `Task ${taskId} (${ref}) was accepted but does not exist.`,
    })),
    ...unfinished.map(({ taskId, status }) => ({
      rule: 'task-unfinished',
      text: `Task ${taskId} is still ${status}.`,
    })),
  ];
}

function findTwice(history: History): Violation[] {
  const byRef = Map.groupBy(history.of('task'), ({ ref, taskId }) => ref ?? taskId);
  return [...byRef]
    .filter(([, tasks]) => tasks.length > 1)
    .map(([ref, tasks]) => ({
      rule: 'submitted-twice',
      text: `Submission ${ref} created ${tasks.map(({ taskId }) => taskId).join(', ')}.`,
    }));
}

function findUncancelled(history: History): Violation[] {
  const rows = new Map(history.of('task').map((row) => [row.taskId, row.status]));
  return history
    .of('cancel')
    .filter(
      ({ answer, taskId }) =>
        (answer === 200 || answer === 202) && rows.get(taskId) !== 'cancelled',
    )
    .map(({ taskId }) => ({
      rule: 'cancel-ignored',
      text: `The cancellation of task ${taskId} was accepted; it ended as ${rows.get(taskId)}.`,
    }));
}

/**
 * Each task makes only allowed transitions, a final state is the last, and a claim raises the epoch
 * by one.
 */
export function checkTransitions(history: History): Violation[] {
  const violations: Violation[] = [];
  const latest = new Map<string, LineOf<'transition'>>();
  for (const line of history.database('transition')) {
    const problem = problemOf(latest.get(line.taskId), line);
    if (problem) violations.push({ ...problem, text: `Line ${line.id}: ${problem.text}` });
    latest.set(line.taskId, line);
  }
  for (const { taskId, status, epoch } of history.of('task')) {
    const last = latest.get(taskId);
    if (last?.status === status && last.epoch === epoch) continue;
    const text = `Task ${taskId} is ${status} at epoch ${epoch}; its last line says ${last?.status} at ${last?.epoch}.`;
    violations.push({ rule: 'changed-unseen', text });
  }
  return violations;
}

function problemOf(
  before: LineOf<'transition'> | undefined,
  now: LineOf<'transition'>,
): Violation | undefined {
  const step = `task ${now.taskId} went from ${before?.status} to ${now.status}`;
  if (!before) {
    return now.status === 'queued'
      ? undefined
      : { rule: 'illegal-transition', text: `${step} as its first state.` };
  }
  if (FINAL.has(before.status)) return { rule: 'final-twice', text: `${step}.` };
  if (!NEXT[before.status].includes(now.status)) {
    return { rule: 'illegal-transition', text: `${step}.` };
  }
  const expected = before.epoch + (now.status === 'allocated' ? 1 : 0);
  if (now.epoch === expected) return undefined;
  return { rule: 'epoch', text: `${step} with epoch ${now.epoch} instead of ${expected}.` };
}
