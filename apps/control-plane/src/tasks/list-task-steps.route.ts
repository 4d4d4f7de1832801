import { defineRoute } from '../http/define-route.ts';
import { readCursor, writeCursor } from '../paging/page-cursor.ts';
import type { StepPlace } from './read-steps.ts';
import type { TaskStore } from './task-store.ts';
import { type StepFiles, writeSteps } from './write-steps.ts';

/** A cursor is the attempt and the number of the last step on the page. */
export const listTaskSteps = defineRoute(
  'listTaskSteps',
  async (
    { tasks, ...files }: StepFiles & { readonly tasks: Pick<TaskStore, 'listSteps'> },
    { params, query, accountId },
  ) => {
    const taskId = params.task_id;
    const { steps, hasMore } = await tasks.listSteps(accountId, taskId, {
      limit: query.limit ?? 100,
      after: readPlace(query.cursor),
    });
    const last = steps.at(-1);
    return {
      status: 200,
      body: {
        success: true,
        steps: await writeSteps(files, taskId, steps),
        next_cursor: hasMore && last ? writeCursor(`${last.attempt} ${last.sequence}`) : null,
      },
    };
  },
);

function readPlace(cursor: string | undefined): StepPlace | undefined {
  const place = readCursor(cursor, (text) => /^\d{1,9} \d{1,9}$/.test(text));
  if (place === undefined) return undefined;
  const [attempt = 0, sequence = 0] = place.split(' ').map(Number);
  return { attempt, sequence };
}
