import { z } from 'zod';
import type { History, LineOf } from '../history.ts';

/** The details of a task that rules use. */
const detail = z.object({
  task: z.object({
    task_id: z.string(),
    status: z.string(),
    priority: z.int().nullable(),
    input_parameters: z.record(z.string(), z.unknown()),
    unique_parameter_names: z.array(z.string()),
    output_data: z.array(z.unknown()),
    steps: z.array(z.object({ attempt: z.int(), sequence: z.int() })),
  }),
});

export type TaskDetail = z.infer<typeof detail>['task'];

/** Returns what each task's owner read after everything had settled. */
export function findFinalReads(history: History): ReadonlyMap<string, TaskDetail> {
  const reads = history
    .of('request')
    .filter(({ isFinal, operation }) => isFinal && operation === 'read');
  return new Map(
    reads.flatMap(({ answer, answerBody }) => {
      const read = answer === 200 ? detail.parse(answerBody).task : undefined;
      return read ? [[read.task_id, read]] : [];
    }),
  );
}

/** Returns what each attempt was about to report, by task and epoch. */
export function findMade(history: History): ReadonlyMap<string, LineOf<'made'>> {
  return new Map(history.of('made').map((line) => [`${line.taskId}/${line.epoch}`, line]));
}
