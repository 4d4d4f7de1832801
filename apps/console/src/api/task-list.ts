import { dataOf, type Errand, type ErrandApi, type ErrandSchemas } from '@errand/client';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

export type ListedTask = ErrandSchemas['ListedTask'];
export type TaskPage = ErrandSchemas['TaskList'];
export type TaskPages = InfiniteData<TaskPage, string | undefined>;
export type TaskQuery = NonNullable<ErrandApi.paths['/api/v1/tasks']['get']['parameters']['query']>;

/** The maximum that the API returns at once. */
const PAGE_SIZE = 100;

export const taskListKey = (query: TaskQuery): QueryKey => ['task-list', query];

export function readTaskPage(
  errand: Errand,
  query: TaskQuery,
  signal?: AbortSignal,
): Promise<TaskPage> {
  const params = { query: { limit: PAGE_SIZE, ...query } };
  return dataOf(errand.api.GET('/api/v1/tasks', { params, ...(signal ? { signal } : {}) }));
}

/** The pages with the task's new state. The same object if they do not contain the task. */
export function changeTask(
  pages: TaskPages,
  { task_id: id, status, error_class, at }: ErrandSchemas['TaskChangedEvent'],
): TaskPages {
  const has = (page: TaskPage) => page.tasks.some((task) => task.task_id === id);
  if (!pages.pages.some(has)) return pages;
  const isOver = status === 'success' || status === 'failed' || status === 'cancelled';
  const change = (task: ListedTask): ListedTask =>
    task.task_id === id
      ? {
          ...task,
          status,
          error_class,
          completed_at: isOver ? at : null,
          started_at: status === 'running' ? at : task.started_at,
          waiting_for_human: null,
        }
      : task;
  return {
    ...pages,
    pages: pages.pages.map((page) =>
      has(page) ? { ...page, tasks: page.tasks.map(change) } : page,
    ),
  };
}

/**
 * The pages, preceded by the new tasks of a newer first page. Undefined if tasks in between may be
 * missing.
 */
export function joinHead(pages: TaskPages, head: TaskPage): TaskPages | undefined {
  const [first, ...others] = pages.pages;
  const known = new Set(pages.pages.flatMap(({ tasks }) => tasks.map(({ task_id: id }) => id)));
  if (!first) return undefined;
  const overlaps = head.tasks.some(({ task_id: id }) => known.has(id));
  if (head.next_cursor !== null && !overlaps) return undefined;
  const fresh = new Map(head.tasks.map((task) => [task.task_id, task]));
  const current = (task: ListedTask) => fresh.get(task.task_id) ?? task;
  const added = head.tasks.filter(({ task_id: id }) => !known.has(id));
  const { total_estimate, total_is_exact } = head;
  return {
    ...pages,
    pages: [
      { ...first, total_estimate, total_is_exact, tasks: [...added, ...first.tasks.map(current)] },
      ...others.map((page) => ({ ...page, tasks: page.tasks.map(current) })),
    ],
  };
}

/** Refetches the first page of every shown list and adds the new tasks to it. */
export async function refreshHeads(errand: Errand, client: QueryClient): Promise<void> {
  const shown = client.getQueryCache().findAll({ queryKey: ['task-list'], type: 'active' });
  await Promise.all(
    shown.map(async ({ queryKey }) => {
      const head = await readTaskPage(errand, queryKey[1] as TaskQuery);
      const pages = client.getQueryData<TaskPages>(queryKey);
      const joined = pages && joinHead(pages, head);
      if (joined) client.setQueryData(queryKey, joined);
      else await client.resetQueries({ queryKey });
    }),
  );
}
