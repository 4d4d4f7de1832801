import { isDeepStrictEqual } from 'node:util';
import type { History } from '../history.ts';
import type { Violation } from '../violation.ts';
import { findFinalReads } from './final-reads.ts';

/** A callback's body matches what a client reads of the task. */
export function checkCallbackBodies(history: History): Violation[] {
  const reads = findFinalReads(history);
  return history.of('callback').flatMap(({ taskId, webhookId, body }) => {
    const read = reads.get(taskId);
    if (!read) return [];
    const { output_data: output, input_parameters: inputs } = body;
    const isSame =
      isDeepStrictEqual(output ?? [], read.output_data) &&
      isDeepStrictEqual(inputs, read.input_parameters);
    if (isSame) return [];
    const text = `Callback ${webhookId} of task ${taskId} says ${JSON.stringify(output)}; a client reads ${JSON.stringify(read.output_data)}.`;
    return [{ rule: 'callback-body', text }];
  });
}
