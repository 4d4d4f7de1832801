import { dataOf, type Errand, type ErrandApi, type ErrandSchemas } from '@errand/client';
import type { InfiniteData, QueryKey } from '@tanstack/react-query';

export type ListedTask = ErrandSchemas['ListedTask'];
export type TaskPage = ErrandSchemas['TaskList'];
export type TaskPages = InfiniteData<TaskPage, string | undefined>;
export type TaskQuery = NonNullable<ErrandApi.paths['/api/v1/tasks']['get']['parameters']['query']>;

/** The maximum that the API returns in one response. */
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

/** Whether a list with these filters can contain the task, judging by the event. */
export function canContain(query: TaskQuery, event: ErrandSchemas['TaskChangedEvent']): boolean {
  if (query.status !== undefined && !query.status.includes(event.status)) return false;
  const same = ['error_class', 'endpoint_name', 'recording_id'] as const;
  return same.every((name) => query[name] === undefined || query[name] === event[name]);
}

export const contains = (pages: TaskPages, id: string): boolean =>
  pages.pages.some(({ tasks }) => tasks.some((task) => task.task_id === id));

/** The pages with the task's new state. The same object if they do not contain the task. */
export function changeTask(
  pages: TaskPages,
  { task_id: id, status, error_class, at }: ErrandSchemas['TaskChangedEvent'],
): TaskPages {
  if (!contains(pages, id)) return pages;
  const has = (page: TaskPage) => page.tasks.some((task) => task.task_id === id);
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
 * The pages with a newer first page merged into them, without duplicates. Undefined if tasks in
 * between may be missing.
 */
export function joinHead(pages: TaskPages, head: TaskPage): TaskPages | undefined {
  const [first, ...others] = pages.pages;
  const known = new Set(pages.pages.flatMap(({ tasks }) => tasks.map(({ task_id: id }) => id)));
  if (!first) return undefined;
  const overlaps = head.tasks.some(({ task_id: id }) => known.has(id));
  if (head.next_cursor !== null && !overlaps) return undefined;
  const fresh = new Set(head.tasks.map(({ task_id: id }) => id));
  const isBelow = ({ task_id: id }: ListedTask) => !fresh.has(id);
  const { total_estimate, total_is_exact } = head;
  return {
    ...pages,
    pages: [
      {
        ...first,
        total_estimate,
        total_is_exact,
        tasks: [...head.tasks, ...first.tasks.filter(isBelow)],
      },
      ...others.map((page) => ({ ...page, tasks: page.tasks.filter(isBelow) })),
    ],
  };
}

/**
 * The pages with the task at its position, newest first: in place of its old state, or where its
 * submission time puts it. Tasks beyond the last page are left for the page after it.
 */
export function putTask(pages: TaskPages, task: ListedTask): TaskPages {
  if (contains(pages, task.task_id)) {
    return changeTasks(pages, (each) => (each.task_id === task.task_id ? task : each));
  }
  const isOlder = ({ created_at: time }: ListedTask) => (time ?? '') <= (task.created_at ?? '');
  const place = pages.pages.findIndex(({ tasks }) => tasks.some(isOlder));
  const isEnd = place === -1 && pages.pages.at(-1)?.next_cursor === null;
  const at = isEnd ? pages.pages.length - 1 : place;
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      if (index !== at) return page;
      const before = isEnd ? page.tasks.length : page.tasks.findIndex(isOlder);
      return { ...page, tasks: page.tasks.toSpliced(before, 0, task) };
    }),
  };
}

export const removeTask = (pages: TaskPages, id: string): TaskPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    tasks: page.tasks.filter((task) => task.task_id !== id),
  })),
});

const changeTasks = (pages: TaskPages, change: (task: ListedTask) => ListedTask): TaskPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, tasks: page.tasks.map(change) })),
});
