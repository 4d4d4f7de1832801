import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

/** Every task was submitted by a client. */
export function checkPhantoms(history: History): Violation[] {
  const submitted = new Set(history.of('submit').map(({ ref }) => ref));
  return history
    .of('task')
    .filter(({ ref }) => ref === null || !submitted.has(ref))
    .map(({ taskId, ref }) => ({
      rule: 'phantom-task',
      text: `Nobody submitted task ${taskId} (${ref}).`,
    }));
}
