import { dataOf, type ErrandSchemas } from '@errand/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useErrand } from '../../api/errand-context.ts';
import { formatDuration, shortId } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { describeLogin } from './describe-login.ts';
import { Slots } from './slots.tsx';

type Login = ErrandSchemas['LoginQueueState'];

/** How many of the queues get an estimate, which takes two requests. */
const ESTIMATED = 10;

interface LoginsProps {
  readonly logins: readonly Login[];
}

/** The login queues, those with the most waiting tasks first. */
export function Logins({ logins }: LoginsProps) {
  const estimated = new Set(logins.slice(0, ESTIMATED).map(({ login_queue: id }) => id));
  return (
    <Table
      label="Login queues"
      rows={logins}
      rowKey={({ login_queue: id }) => id}
      empty="No task with a login is open."
      columns={[
        {
          name: 'Login',
          cell: (login) => <LoginName login={login} />,
        },
        {
          name: 'Runs and waits',
          cell: ({ running, waiting, per_login_parallelism: limit }) => (
            <Slots busy={running} free={Math.max(0, limit - running)} waiting={waiting} />
          ),
        },
        {
          name: 'Waiting',
          kind: 'number',
          cell: ({ waiting, login_queue: id }) => (
            <Link to="/tasks" search={{ status: 'queued', login_queue: id }}>
              {waiting}
            </Link>
          ),
        },
        {
          name: 'Next starts',
          cell: ({ waiting, login_queue: id }) =>
            waiting > 0 && estimated.has(id) ? <Estimate login={id} /> : '–',
        },
        {
          name: 'Held by',
          cell: ({ held_by: holders }) =>
            holders.map((id) => (
              <span key={id}>
                <Link to="/tasks/$taskId" params={{ taskId: id }}>
                  {shortId(id)}
                </Link>{' '}
              </span>
            )),
        },
        {
          name: 'Oldest waiting since',
          cell: (login) => <When time={login.oldest_waiting_since} />,
        },
        { name: 'State', cell: ({ is_paused: isPaused }) => (isPaused ? 'paused' : 'open') },
      ]}
    />
  );
}

interface LoginNameProps {
  readonly login: Login;
}

/** Which login it is, at which portal, and what its tasks run. */
function LoginName({ login }: LoginNameProps) {
  const { login_queue: id, portal, endpoint_names: names = [], is_dedicated: isDedicated } = login;
  return (
    <div className="login">
      <Link className="wrap" to="/tasks" search={{ login_queue: id }}>
        {describeLogin(login)}
      </Link>
      <span className="wrap soft">{portal}</span>
      <span className="wrap soft">
        {names.join(', ')}
        {isDedicated === true && ' · dedicated session'}
      </span>
    </div>
  );
}

interface EstimateProps {
  readonly login: string;
}

/** When the first waiting task of a login starts. */
function Estimate({ login }: EstimateProps) {
  const errand = useErrand();
  const { data: seconds } = useQuery({
    queryKey: ['queue', 'logins', login],
    queryFn: async ({ signal }) => {
      const query = {
        status: ['queued' as const],
        login_queue: login,
        order: 'asc' as const,
        limit: 1,
      };
      const { tasks } = await dataOf(
        errand.api.GET('/api/v1/tasks', { params: { query }, signal }),
      );
      const [first] = tasks;
      if (!first) return null;
      const path = { task_id: first.task_id };
      const { queue } = await dataOf(
        errand.api.GET('/api/v1/tasks/{task_id}/queue', { params: { path }, signal }),
      );
      return queue.estimated_seconds;
    },
  });
  return seconds === undefined || seconds === null
    ? 'unknown'
    : `in about ${formatDuration(seconds * 1_000)}`;
}
