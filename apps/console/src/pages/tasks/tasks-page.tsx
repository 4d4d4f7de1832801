import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useErrand } from '../../api/errand-context.ts';
import { readTaskPage, taskListKey, type TaskPage } from '../../api/task-list.ts';
import { formatCount } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { Filters } from './filters.tsx';
import { queryOf } from './task-filters.ts';
import { TaskRows } from './task-rows.tsx';

const route = getRouteApi('/tasks');

export function TasksPage() {
  const errand = useErrand();
  const filters = route.useSearch();
  const query = queryOf(filters);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const pages = useInfiniteQuery({
    queryKey: taskListKey(query),
    queryFn: ({ pageParam, signal }) =>
      readTaskPage(
        errand,
        pageParam === undefined ? query : { ...query, cursor: pageParam },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: TaskPage) => last.next_cursor ?? undefined,
    // Events keep it current; refetching hundreds of pages would only put load on the server.
    staleTime: Infinity,
  });
  // Rows keep the function that they were rendered with.
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <Page title="Tasks" text="Every task of the account, newest first. The list updates itself.">
      <Filters filters={filters} />
      <Loaded query={pages}>
        {(data) => {
          const tasks = data.pages.flatMap((page) => page.tasks);
          const [first] = data.pages;
          if (tasks.length === 0 && !pages.hasNextPage) {
            return (
              <div className="empty">
                {Object.keys(filters).length === 0
                  ? 'There are no tasks yet. Set-up shows how to submit the first one.'
                  : 'No task matches these filters.'}
              </div>
            );
          }
          const total = formatCount(first?.total_estimate ?? tasks.length, 'task');
          return (
            <div className="tasks">
              <TaskRows
                tasks={tasks}
                total={pages.hasNextPage ? -1 : tasks.length}
                chosen={chosen}
                onChoose={choose}
                onEnd={() => {
                  if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
                }}
              />
              <BulkActions
                tasks={tasks}
                chosen={chosen}
                total={first?.total_is_exact === false ? `about ${total}` : total}
                onClear={() => setChosen(new Set())}
              />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}
