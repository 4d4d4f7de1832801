import { isDeepStrictEqual } from 'node:util';
import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findFinalReads, findMade } from './final-reads.ts';

/** The output that a client reads for a success is exactly what its attempt reported. */
export function checkOutputs(history: History): Violation[] {
  const reads = findFinalReads(history);
  const made = findMade(history);
  return history
    .of('task')
    .filter(({ status }) => status === 'success')
    .flatMap(({ taskId, epoch }) => {
      const [expected, found] = [
        made.get(`${taskId}/${epoch}`)?.output,
        reads.get(taskId)?.output_data,
      ];
      if (!expected || isDeepStrictEqual(found, expected)) return [];
      const text = `Task ${taskId} reported ${JSON.stringify(expected)}; a client reads ${JSON.stringify(found)}.`;
      return [{ rule: 'output-lost', text }];
    });
}
