import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

/** Before a success was stored, a worker executed it to the end under the stored epoch. */
export function checkSuccesses(history: History): Violation[] {
  // Only workers without a browser record their executions; others are checked by their acts on the
  // site.
  if (history.of('run').some(({ engine }) => engine !== 'fake')) return [];
  const done = new Map(
    history
      .of('execution')
      .filter(({ phase, how }) => phase === 'ended' && how === 'done')
      .map(({ taskId, epoch, at }) => [`${taskId}/${epoch}`, at]),
  );
  return history
    .database('transition')
    .filter(({ status }) => status === 'success')
    .filter(({ taskId, epoch, at }) => !((done.get(`${taskId}/${epoch}`) ?? Infinity) <= at))
    .map(({ taskId, epoch }) => ({
      rule: 'success-unexecuted',
      text: `Task ${taskId} is a success at epoch ${epoch}, which no worker executed to its end.`,
    }));
}
