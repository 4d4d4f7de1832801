import { dataOf } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useErrand, useSignedIn } from '../../api/errand-context.ts';
import { formatCount, shortId } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Screen } from '../screen/screen.tsx';

/** With more screens than this, each would be too small to see anything. */
const MOST = 9;
const PACE_MS = 3_000;

/** The screens of the tasks that are running. */
export function WallPage() {
  const errand = useErrand();
  const { features } = useSignedIn().me;
  const query = useQuery({
    queryKey: ['home', 'wall'],
    refetchInterval: PACE_MS,
    queryFn: ({ signal }) => {
      const params = { query: { status: ['running' as const], limit: MOST } };
      return dataOf(errand.api.GET('/api/v1/tasks', { params, signal }));
    },
  });
  if (!features.live_view) {
    return (
      <Page title="Live">
        <div className="notice care">
          This installation has no live view: its operator has not set up a stream gateway.{' '}
          <a href="/docs/deploy">How to set it up</a>
        </div>
      </Page>
    );
  }
  return (
    <Page title="Live" text={`The screens of running tasks, ${MOST} at most.`}>
      <Loaded query={query}>
        {({ tasks }) =>
          tasks.length === 0 ? (
            <div className="empty">No task is running.</div>
          ) : (
            <ul className="wall" aria-label={formatCount(tasks.length, 'running task')}>
              {tasks.map((task) => (
                <li key={task.task_id} className="card flush">
                  <Screen
                    watched={{ kind: 'task', id: task.task_id }}
                    label={`Screen of ${task.endpoint_name} ${shortId(task.task_id)}`}
                  />
                  <div className="wall-name">
                    <Link to="/tasks/$taskId/live" params={{ taskId: task.task_id }}>
                      {task.endpoint_name} <span className="soft">{shortId(task.task_id)}</span>
                    </Link>
                    <Status status={task.status} isWaiting={task.waiting_for_human !== null} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
}
