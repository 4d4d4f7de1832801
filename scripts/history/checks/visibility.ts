import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

/** A task's owner can read it as soon as it is accepted, and nobody else ever can. */
export function checkVisibility(history: History): Violation[] {
  const accepted = new Map(
    history.of('submit').flatMap(({ taskId, at }) => (taskId === null ? [] : [[taskId, at]])),
  );
  const requests = history.of('request').filter(({ taskId }) => taskId !== null);
  const cancels = history.of('cancel').map((line) => ({ ...line, operation: 'cancel' }));
  const own = [...requests.filter(({ account, owner }) => account === owner), ...cancels];
  const foreign = requests.filter(({ account, owner }) => account !== owner);
  return [
    ...own
      .filter(({ answer, taskId, at }) => answer === 404 && at >= (accepted.get(taskId ?? '') ?? 0))
      .map(({ operation, taskId }) => ({
        rule: 'not-found',
        text: `A ${operation} of task ${taskId} by its owner returned 404.`,
      })),
    ...foreign
      .filter(({ answer }) => answer !== null && answer < 500 && answer !== 404 && answer !== 429)
      .map(({ operation, taskId, answer, account }) => ({
        rule: 'foreign-seen',
        text: `A ${operation} of task ${taskId} by account ${account}, which does not own it, returned ${answer}.`,
      })),
  ];
}
