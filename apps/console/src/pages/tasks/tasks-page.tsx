import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { readTaskPage, taskListKey, type TaskPage } from '../../api/task-list.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format.ts';
import { Loaded, Problem } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Results } from '../../ui/results.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { Filters } from './filters.tsx';
import { queryOf, readTaskFilters } from './task-filters.ts';
import { TaskRows } from './task-rows.tsx';
import { useChoice } from './use-choice.ts';
import { useNextPage } from './use-next-page.ts';

const route = getRouteApi('/tasks');

export function TasksPage() {
  const errand = useErrand();
  const filters = route.useSearch({ select: readTaskFilters });
  const query = queryOf(filters);
  const choice = useChoice(filters);
  const { chosen, all, choose, chooseOnly, chooseAll } = choice;
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
  const next = useNextPage(JSON.stringify(query), pages);
  return (
    <Page title="Tasks" text="Every task of the account, newest first. The list updates itself.">
      <Filters filters={filters} />
      <Results
        asked={JSON.stringify(filters)}
        count={pages.data?.pages.flatMap((page) => page.tasks).length}
        hasMore={pages.hasNextPage}
        one="task"
      />
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
          const ids = tasks.map(({ task_id: id }) => id);
          const areLoadedChosen =
            // New tasks may have arrived since.
            choice.areLoadedChosen || (chosen.size > 0 && ids.every((id) => chosen.has(id)));
          // If there are no more pages, all tasks are loaded.
          const mayChooseAll = !all && pages.hasNextPage && areLoadedChosen;
          return (
            <div className="tasks">
              <TaskRows
                tasks={tasks}
                total={pages.hasNextPage ? -1 : tasks.length}
                chosen={chosen}
                areAllChosen={all !== undefined}
                onChoose={choose}
                onChooseLoaded={(areChosen) => choice.chooseLoaded(areChosen ? ids : [])}
                onEnd={next.request}
              />
              {next.failure && (
                <Problem error={next.failure}>
                  <Button small onPress={next.retry}>
                    Try again
                  </Button>
                </Problem>
              )}
              <BulkActions
                tasks={tasks}
                chosen={chosen}
                total={first?.total_is_exact === false ? `about ${total}` : total}
                all={all}
                onChooseAll={mayChooseAll && chooseAll ? () => chooseAll(tasks) : undefined}
                onChoose={chooseOnly}
              />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}
