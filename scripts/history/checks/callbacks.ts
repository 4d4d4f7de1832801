import { FINAL, type History } from '../history.ts';
import type { Violation } from '../violation.ts';

/**
 * The final state of every task with a callback URL is delivered there, always under one
 * webhook-id.
 */
export function checkCallbacks(history: History): Violation[] {
  const wanted = new Set(
    history.of('submit').flatMap(({ ref, wantsCallback }) => (wantsCallback ? [ref] : [])),
  );
  const received = Map.groupBy(history.of('callback'), ({ taskId }) => taskId);
  return history
    .of('task')
    .filter(({ ref, status }) => ref !== null && wanted.has(ref) && FINAL.has(status))
    .flatMap(({ taskId, status }) => {
      const callbacks = received.get(taskId) ?? [];
      return [
        ...(callbacks.some(({ answered }) => answered === 200)
          ? []
          : [{ rule: 'callback-lost', text: `No callback of task ${taskId} was accepted.` }]),
        ...(new Set(callbacks.map(({ webhookId }) => webhookId)).size <= 1
          ? []
          : [
              {
                rule: 'callback-id',
                text: `Task ${taskId} was delivered under several webhook-ids.`,
              },
            ]),
        ...callbacks
          .filter((callback) => callback.status !== status)
          .map((callback) => ({
            rule: 'callback-status',
            text: `Task ${taskId} is ${status}; a callback said ${callback.status}.`,
          })),
      ];
    });
}
