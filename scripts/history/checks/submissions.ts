import { isDeepStrictEqual } from 'node:util';
import type { History, LineOf } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findFinalReads, type TaskDetail } from './final-reads.ts';

/** A repeated submission returns the same task, and the task is what was submitted. */
export function checkSubmissions(history: History): Violation[] {
  const accepted = history.of('submit').filter(({ answer }) => answer === 202);
  const byRef = Map.groupBy(accepted, ({ ref }) => ref);
  const reads = findFinalReads(history);
  return [...byRef].flatMap(([ref, submits]) => {
    const ids = new Set(submits.map(({ taskId }) => taskId));
    const [submit] = submits;
    const read = reads.get(submit?.taskId ?? '');
    return [
      ...(ids.size === 1
        ? []
        : [{ rule: 'answers-differ', text: `Submission ${ref} returned ${[...ids].join(', ')}.` }]),
      ...(submit && read && isAltered(submit, read)
        ? [{ rule: 'task-altered', text: `Task ${submit.taskId} is not what ${ref} submitted.` }]
        : []),
    ];
  });
}

function isAltered({ body }: LineOf<'submit'>, read: TaskDetail): boolean {
  const names = ['input_parameters', 'unique_parameter_names', 'priority'] as const;
  return names.some((name) => name in body && !isDeepStrictEqual(body[name], read[name]));
}
