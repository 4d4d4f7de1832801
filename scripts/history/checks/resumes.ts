import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';

/** No task of the load waits for a person, so none can be resumed. */
export function checkResumes(history: History): Violation[] {
  return history
    .of('request')
    .filter(({ operation, answer }) => operation === 'resume' && answer === 200)
    .map(({ taskId }) => ({
      rule: 'resumed-unasked',
      text: `Task ${taskId} was resumed, although it did not wait for a person.`,
    }));
}
