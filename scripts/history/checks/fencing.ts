import { HELD, type History, type LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';

/** All writes are under the current epoch of a held task, and every late report is refused. */
export function checkFencing(history: History): Violation[] {
  return [...findStaleWrites(history), ...findStaleReports(history)];
}

function findStaleWrites(history: History): Violation[] {
  const violations: Violation[] = [];
  const latest = new Map<string, LineOf<'transition'>>();
  for (const line of history.database('transition', 'write')) {
    const task = latest.get(line.taskId);
    if (line.type === 'transition') latest.set(line.taskId, line);
    else if (line.epoch !== null && !isOfPresent(task, line)) {
      const text = `Line ${line.id}: epoch ${line.epoch} of task ${line.taskId} wrote into ${line.table}; the task is ${task?.status} at epoch ${task?.epoch}.`;
      violations.push({ rule: 'stale-write', text });
    }
  }
  return violations;
}

/** An attempt's rows are written while its task is held, or by the transaction that ends it. */
function isOfPresent(task: LineOf<'transition'> | undefined, write: LineOf<'write'>): boolean {
  if (!task || task.epoch !== write.epoch) return false;
  return HELD.has(task.status) || task.transaction === write.transaction;
}

function findStaleReports(history: History): Violation[] {
  const endings = findEndings(history);
  return history
    .of('report')
    .filter(({ answer }) => answer !== 'lost' && answer !== 'unanswered')
    .filter(({ taskId, epoch, answer }) => endings.get(`${taskId}/${epoch}`) !== answer)
    .map(({ taskId, epoch, report, answer, workerId }) => ({
      rule: 'stale-report',
      text: `The response to worker ${workerId} says that its "${report}" of task ${taskId} at epoch ${epoch} made it ${answer}; the database says ${endings.get(`${taskId}/${epoch}`)}.`,
    }));
}

/** The state to which each attempt moved its task, which a client may have cancelled afterwards. */
function findEndings(history: History): ReadonlyMap<string, string> {
  const endings = new Map<string, string>();
  for (const { taskId, epoch, status } of history.database('transition')) {
    const attempt = `${taskId}/${epoch}`;
    if (!HELD.has(status) && epoch > 0 && !endings.has(attempt)) endings.set(attempt, status);
  }
  return endings;
}
