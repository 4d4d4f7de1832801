import { callbackKeyOf } from '../callback-key.ts';
import type { History, LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';

/** A callback belongs to a task with this URL, and has a valid signature. */
export function checkCallbackSenders(history: History): Violation[] {
  const wanted = new Set(
    history.of('submit').flatMap(({ ref, wantsCallback }) => (wantsCallback ? [ref] : [])),
  );
  const refs = new Map(history.of('task').map(({ taskId, ref }) => [taskId, ref]));
  const isWanted = ({ taskId, ref }: LineOf<'callback'>): boolean =>
    wanted.has(ref) && refs.get(taskId) === ref;
  const callbacks = history.of('callback');
  return [
    ...callbacks
      .filter((callback) => !isWanted(callback))
      .map(({ taskId, ref }) => ({
        rule: 'callback-unwanted',
        text: `A callback of task ${taskId} was sent to the address of ${ref}, which did not request it.`,
      })),
    ...callbacks
      .filter((callback) => isWanted(callback) && !isProven(callback))
      .map(({ taskId, webhookId }) => ({
        rule: 'callback-unproven',
        text: `Callback ${webhookId} of task ${taskId} has a wrong signature or key.`,
      })),
  ];
}

function isProven({ isSigned, apiKey, ref }: LineOf<'callback'>): boolean {
  return isSigned && apiKey === callbackKeyOf(ref);
}
