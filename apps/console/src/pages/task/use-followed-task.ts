import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { useWhileVisible } from '../../api/use-while-visible.ts';
import type { TaskDetail } from './task-detail.ts';

/** Minimum interval between refetches of the task while its steps arrive. */
const PACE_MS = 1_000;

/** Refetches the running task whenever one of its steps or files arrives. */
export function useFollowedTask(task: TaskDetail | undefined): void {
  const errand = useErrand();
  const client = useQueryClient();
  const taskId = task?.task_id;
  const isOpen = task?.completed_at === null;
  const follow = useCallback(
    (signal: AbortSignal) => {
      if (taskId === undefined) return;
      let reading: ReturnType<typeof setTimeout> | undefined;
      const readAtPace = async () => {
        for await (const _event of errand.events(taskId, { signal })) {
          reading ??= setTimeout(() => {
            reading = undefined;
            void client.invalidateQueries({ queryKey: ['task', taskId] });
          }, PACE_MS);
        }
      };
      // Without this stream, the page still gets the task's states from the account's stream.
      readAtPace().catch(() => undefined);
    },
    [client, errand, taskId],
  );
  useWhileVisible(isOpen ? follow : undefined);
}
