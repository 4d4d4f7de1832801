import type { History, LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';

/**
 * A task is executed at most as often as its retries allow. A released attempt does not count. An
 * attempt that never began need not count, but a fault must explain it.
 */
export function checkRetries(history: History): Violation[] {
  const attempts = Map.groupBy(history.of('attempt'), ({ taskId }) => taskId);
  const began = new Set(
    history
      .database('transition')
      .filter(({ status }) => status === 'running')
      .map(({ taskId, epoch }) => `${taskId}/${epoch}`),
  );
  const faults = history.of('fault').length;
  return history.of('task').flatMap((task) => {
    const all = attempts.get(task.taskId) ?? [];
    const counted = all.filter(
      ({ epoch, outcome }) => outcome !== 'released' && began.has(`${task.taskId}/${epoch}`),
    );
    const allowed = 1 + task.maxRetries + task.maxAutomationRetries;
    return [
      ...findTooMany(task, { all: all.length, counted: counted.length }, { allowed, faults }),
      ...findTooFew(task, all),
    ];
  });
}

function findTooMany(
  { taskId }: LineOf<'task'>,
  { all, counted }: { readonly all: number; readonly counted: number },
  { allowed, faults }: { readonly allowed: number; readonly faults: number },
): Violation[] {
  if (counted <= allowed && all <= allowed + faults) return [];
  const text = `Task ${taskId} had ${all} attempts, ${counted} of which count; ${allowed} are allowed.`;
  return [{ rule: 'too-many-attempts', text }];
}

/** A task fails by lost leases only when no retry is left. */
function findTooFew(task: LineOf<'task'>, attempts: readonly LineOf<'attempt'>[]): Violation[] {
  const last = attempts.toSorted((one, other) => one.epoch - other.epoch).at(-1);
  const tried = attempts.filter(({ outcome }) => outcome === 'lost' || outcome === 'failed');
  if (task.status !== 'failed' || last?.outcome !== 'lost') return [];
  if (tried.length > task.maxRetries) return [];
  const text = `Task ${task.taskId} failed by a lost lease after ${tried.length} attempts; it had ${task.maxRetries} retries.`;
  return [{ rule: 'given-up-early', text }];
}
