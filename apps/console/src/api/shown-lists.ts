import type { Errand, ErrandSchemas } from '@errand/client';
import type { Query, QueryClient } from '@tanstack/react-query';
import {
  canContain,
  changeTask,
  contains,
  joinHead,
  type ListedTask,
  putTask,
  readTaskPage,
  removeTask,
  type TaskPages,
  type TaskQuery,
} from './task-list.ts';

/** A list with more tasks than this to look up starts again from its first page. */
const MOST_LOOKUPS = 20;

const listsOf = (client: QueryClient, type: 'active' | 'all'): Query[] =>
  client.getQueryCache().findAll({ queryKey: ['task-list'], type });
const filtersOf = ({ queryKey }: Query): TaskQuery => queryKey[1] as TaskQuery;

/**
 * Shows an event in every list that it concerns. Returns whether a list on the screen must look up
 * the task, because it gains or loses the task or is being fetched.
 */
export function showInLists(
  client: QueryClient,
  event: ErrandSchemas['TaskChangedEvent'],
): boolean {
  let isToLookUp = false;
  for (const list of listsOf(client, 'all')) {
    const pages = list.state.data as TaskPages | undefined;
    const isKnown = pages !== undefined && contains(pages, event.task_id);
    const mayHave = canContain(filtersOf(list), event);
    if (!isKnown && !mayHave) continue;
    if (isKnown) {
      const next = mayHave ? changeTask(pages, event) : removeTask(pages, event.task_id);
      client.setQueryData(list.queryKey, next);
    }
    const isStale = isKnown !== mayHave;
    if (list.isActive()) isToLookUp ||= isStale || list.state.fetchStatus !== 'idle';
    else if (isStale) shorten(client, list);
  }
  return isToLookUp;
}

/** Keeps the first page of a list that is not on the screen; it is refetched when it is shown. */
function shorten(client: QueryClient, { queryKey }: Query): void {
  client.setQueryData<TaskPages>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/**
 * Refetches the first page of every list on the screen, and the given tasks that it does not
 * contain. Returns the tasks to look up again, because their list has changed since.
 */
export async function refreshLists(
  errand: Errand,
  client: QueryClient,
  ids: readonly string[],
): Promise<readonly string[]> {
  const again = await Promise.all(
    listsOf(client, 'active').map(async (list) => {
      const filters = filtersOf(list);
      const before = list.state.data;
      const head = await readTaskPage(errand, filters);
      const inHead = new Set(head.tasks.map(({ task_id: id }) => id));
      const others = ids.filter((id) => !inHead.has(id));
      const found =
        others.length > MOST_LOOKUPS ? undefined : await lookUp(errand, filters, others);
      // The fetch would overwrite this change when it ends.
      if (list.state.fetchStatus !== 'idle') return ids;
      // An event that has arrived since may be newer than what was read.
      const isOutdated = list.state.data !== before;
      const pages = list.state.data as TaskPages | undefined;
      const joined = pages && found && joinHead(pages, head);
      // Without a reset, the list does not vanish while it starts again.
      const next = joined
        ? placeAll(joined, found, filters)
        : { pages: [head], pageParams: [undefined] };
      client.setQueryData<TaskPages>(list.queryKey, next);
      return isOutdated ? ids : [];
    }),
  );
  return again.flat();
}

type Found = ReadonlyMap<string, ListedTask | undefined>;

/** The tasks as the list shows them; undefined if it does not contain them. */
async function lookUp(errand: Errand, filters: TaskQuery, ids: readonly string[]): Promise<Found> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const { tasks } = await readTaskPage(errand, { ...filters, q: id });
      const [task] = tasks.filter((each) => each.task_id === id);
      return [id, task && hasText(task, filters.q) ? task : undefined] as const;
    }),
  );
  return new Map(found);
}

/** Does what the server's text search does, because tasks are looked up by ID alone. */
function hasText(task: ListedTask, text = ''): boolean {
  const wanted = text.toLowerCase();
  const values = Object.values(task.input_parameters ?? {}).flat();
  return (
    task.task_id.startsWith(wanted) ||
    [task.endpoint_name, ...values].some((each) => each.toLowerCase().includes(wanted))
  );
}

function placeAll(pages: TaskPages, found: Found, { sort, order }: TaskQuery): TaskPages {
  const isNewestFirst = sort === undefined && order !== 'asc';
  let placed = pages;
  for (const [id, task] of found) {
    if (!task) placed = removeTask(placed, id);
    // In any other order, a task below the first page stays where it is.
    else if (isNewestFirst || contains(placed, id)) placed = putTask(placed, task);
  }
  return placed;
}
