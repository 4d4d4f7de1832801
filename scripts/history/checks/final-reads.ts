import { z } from 'zod';
import type { History, LineOf } from '../history.ts';

/** What the details of a task say, as far as a rule looks at them. */
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

/** What the owner of each task read of it when everything had settled. */
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

/** What each attempt said that it was about to report, by task and epoch. */
export function findMade(history: History): ReadonlyMap<string, LineOf<'made'>> {
  return new Map(history.of('made').map((line) => [`${line.taskId}/${line.epoch}`, line]));
}
